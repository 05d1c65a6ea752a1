"""Every sentence the program says to a person, in Traditional Chinese and English, by code.

A problem has two entries: ``code`` says what is wrong, ``code.do`` what would do.
"""

from __future__ import annotations

from typing import Literal

Lang = Literal["zh", "en"]

TEXTS: dict[str, tuple[str, str]] = {
    "gate.input": ("", ""),
    "gate.notation": ("寫法錯誤：", "Notation: "),
    "gate.impossible": ("不可能的牌：", "Impossible hand: "),
    "gate.not-winning": ("未食糊：", "Not a winning hand: "),
    # -- notation: what does not read
    "empty": ("空行，沒有牌", "the line is empty"),
    "empty.do": (
        "寫一手牌，例如 12356789m123456p22s+4m",
        "write a hand, for example 12356789m123456p22s+4m",
    ),
    "too-long": (
        "這行有 {length} 個字符，最多 {most} 個",
        "{length} characters are in this line; at most {most} are read",
    ),
    "too-long.do": ("一行只寫一手牌", "write one hand in one line"),
    "unknown-character": ("第 {column} 格的「{text}」不是牌", "“{text}” at column {column} is no tile"),
    "unknown-character.do": (
        "數字配 m 萬、p 筒、s 索；字牌寫 E S W N C F P、東南西北中發白或 1z–7z",
        "write digits with m 萬, p 筒 or s 索; honours as E S W N C F P, 東南西北中發白 or 1z–7z",
    ),
    "unknown-suit": (
        "第 {column} 格的「{text}」不是花色（{digits}{text}）",
        "“{text}” at column {column} is no suit (in {digits}{text})",
    ),
    "unknown-suit.do": (
        "花色是 m 萬、p 筒、s 索；字牌數字配 z",
        "the suits are m 萬, p 筒, s 索, and z for numbered honours",
    ),
    "ambiguous-suit": (
        "第 {column} 格的「{text}」是筒還是索？各地用法不同",
        "does “{text}” at column {column} mean 筒 or 索? Usage differs",
    ),
    "ambiguous-suit.do": ("筒寫 p，索寫 s", "write p for 筒, s for 索"),
    "capital-suit": (
        "數字 {digits} 沒有花色：大寫「{text}」是字牌",
        "the digits {digits} have no suit: “{text}”, a capital, is an honour",
    ),
    "capital-suit.do": ("花色用小寫 m p s", "write the suit as a small letter: m, p or s"),
    "no-suit": ("第 {column} 格的數字 {text} 沒有花色", "the digits {text} at column {column} have no suit"),
    "no-suit.do": ("在後面寫 m、p、s 或 z，例如 {text}m", "write m, p, s or z after them, for example {text}m"),
    "no-number": ("第 {column} 格的花色「{text}」沒有數字", "the suit “{text}” at column {column} has no number"),
    "no-number.do": (
        "寫成例如 123{text}；南風寫大寫 S，白板寫大寫 P",
        "write for example 123{text}; South is a capital S, White a capital P",
    ),
    "no-zero": ("沒有 0 這個數", "no tile has the number 0"),
    "no-zero.do": ("數字是 1 至 9；赤五在這裏就是 5", "numbers go from 1 to 9; a red five is a plain 5 here"),
    "no-such-honour": ("沒有 {text}z 這隻字牌", "there is no {text}z"),
    "no-such-honour.do": (
        "1z 至 7z 是東南西北白發中（z=cn：中發白）",
        "1z to 7z are 東南西北白發中 (with z=cn: 中發白)",
    ),
    "misplaced": ("「{text}」不能放在第 {column} 格", "“{text}” cannot stand at column {column}"),
    "misplaced.do": (
        "一行是牌、副露、+食糊牌、花，然後 | 和情況",
        "a line is tiles, melds, +winning tile and flowers, then | and what happened",
    ),
    "word-before-bar": ("「{text}」要寫在 | 之後", "“{text}” stands before the |"),
    "word-before-bar.do": ("先寫牌，再寫 |{text}", "write the tiles first, then |{text}"),
    "not-a-word": ("| 之後只寫情況，「{text}」不是", "after the | stand words only, and “{text}” is none"),
    "not-a-word.do": ("牌和花寫在 | 之前", "write tiles and flowers before the |"),
    "unknown-word": ("不認識「{text}」", "“{text}” is not a known word"),
    "unknown-word.do": (
        "可用：自摸 叮 天叮 地叮 叮即 叮銃 海底 河底 槓上 大明槓上 花上 尾牌=3 搶槓 天胡 地胡 人胡 雙響 三響 反雪=2 "
        "棄=5 見=44m 四絕 真絕 門風=南 圈風=東 莊 連=1",
        "known are: zimo, ding (ready), heavenly-ready, earthly-ready, instant, ready-discard, last-tile, "
        "last-discard, kong-draw, direct-kong-draw, flower-draw, replacements=3, rob-kong, heavenly-hand, "
        "earthly-hand, human-hand, double-win, triple-win, revenge=2, discards=5, seen=44m, fourth-visible, "
        "last-of-all, seat=S, round=E, dealer, streak=1, and their Chinese words",
    ),
    "no-value": ("「{text}」之後缺了值", "“{text}” lacks its value"),
    "no-value.do": (
        "寫成 尾牌=3、反雪=2、棄=5、見=44m、門風=南、圈風=東、連=1",
        "write for example replacements=3, revenge=2, discards=5, seen=44m, seat=S, round=E, streak=1",
    ),
    "said-twice": ("「{word}」寫了兩個不同的值", "“{word}” is given twice, with different values"),
    "said-twice.do": ("只留一個", "keep one of them"),
    # -- notation: melds
    "stray-bracket": ("第 {column} 格的「{text}」前面沒有開括號", "“{text}” at column {column} closes nothing"),
    "stray-bracket.do": ("刪去，或補上開括號", "take it away, or open the meld before its tiles"),
    "unclosed-meld": ("第 {column} 格的「{text}」沒有關上", "“{text}” at column {column} is not closed"),
    "unclosed-meld.do": ("在副露後補上 ) 或 ]", "close the meld with ) or ]"),
    "empty-meld": ("括號裏沒有牌", "this meld has no tiles"),
    "empty-meld.do": ("寫成 (123m)、(555p) 或 [5555p]", "write for example (123m), (555p) or [5555p]"),
    "not-in-meld": ("「{text}」不能放在副露裏", "“{text}” cannot stand inside a meld"),
    "not-in-meld.do": (
        "括號裏只有一個副露的牌：(123m)、(555+5p)、[5555p]、[123m,1]",
        "brackets hold the tiles of one meld: (123m), (555+5p), [5555p], [123m,1]",
    ),
    "no-giver": (
        "逗號之後要寫由誰打出：1–3，加槓 5–7",
        "after the comma stands who gave the meld: 1–3, for an added kong 5–7",
    ),
    "no-giver.do": ("寫成 [123m,1] 或 (123m)", "write for example [123m,1], or (123m)"),
    "no-tiles-called": ("「{text}」之後沒有牌", "no tiles follow “{text}”"),
    "no-tiles-called.do": ("寫成例如 上123萬、碰555p、暗槓5555p", "write for example 上123萬, 碰555p, 暗槓5555p"),
    "meld-size": (
        "{meld}：有 {have} 隻牌，副露是三隻，槓是四隻",
        "{meld} has {have} tiles; a meld has three, a kong four",
    ),
    "meld-size.do": (
        "每個副露分開寫，後面的牌隔一個空格",
        "write each meld for itself, with a blank before the tiles that do not belong to it",
    ),
    "unequal-four": ("{meld}：槓是四隻相同的牌", "{meld} is no kong: its four tiles differ"),
    "unequal-four.do": ("槓寫成 (5555p)，順子三隻 (123m)", "write a kong as (5555p), a chow of three as (123m)"),
    "meld-suits": ("{meld}：不同花色不成副露", "{meld} is no meld: its tiles are of different suits"),
    "meld-suits.do": ("順子和刻子都要同一花色", "the tiles of a meld are of one suit"),
    "honour-chow": ("{meld}：字牌不成順子", "{meld} is no meld: honours make no chow"),
    "honour-chow.do": ("字牌只可碰或槓，例如 (111z)", "honours make pungs and kongs only, for example (111z)"),
    "no-chow": ("{meld}：不是順子，也不是刻子", "{meld} is neither three in a row nor three of a kind"),
    "no-chow.do": (
        "順子是三個連續的數（9 之後沒有 1），刻子是三隻相同的牌",
        "a chow is three numbers in a row (1 does not follow 9), a pung three equal tiles",
    ),
    "not-a-chow": ("{meld}：上（吃）的是順子", "{meld} is no chow, and 上 or 吃 makes one"),
    "not-a-chow.do": ("三隻相同的寫 碰 或 (555p)", "write three of a kind as 碰555p or (555p)"),
    "not-a-pung": ("{meld}：碰的是三隻相同的牌", "{meld} is no pung, and 碰 makes one"),
    "not-a-pung.do": ("順子寫 上 或 (123m)，四隻寫 明槓 或 (5555p)", "write a chow as (123m), a kong as (5555p)"),
    "not-a-kong": (
        "{meld}：這個寫法是槓，要四隻相同的牌",
        "{meld} is no kong, and this spelling means one: four equal tiles",
    ),
    "not-a-kong.do": (
        "暗槓 [5555p]、加槓 (555+5p)；順子 (123m)、碰 (555p)；沒有亮出的牌不用括號",
        "kongs are [5555p] and (555+5p), a chow (123m), a pung (555p); undeclared tiles have no brackets",
    ),
    # -- notation: winning tile, flowers, the whole line
    "no-winning-tile": ("「{text}」之後沒有牌", "no tile follows “{text}”"),
    "no-winning-tile.do": ("寫食糊的一隻牌，例如 +4m", "write the one winning tile, for example +4m"),
    "two-wins": ("有 {have} 隻食糊牌", "{have} winning tiles are marked"),
    "two-wins.do": ("只在一隻牌前寫 +、食 或 自摸", "mark one tile with +, 食 or 自摸, and write the others without"),
    "win-unwanted": ("這裏不用寫食糊牌", "there is no winning tile here"),
    "win-unwanted.do": ("刪去 +、食 或 自摸 和那隻牌", "leave the mark and its tile out"),
    "eaten-and-drawn": ("既是食出，又是自摸", "the hand is both won by discard (食) and self-drawn"),
    "eaten-and-drawn.do": ("只留一個", "keep one of the two"),
    "no-flower": ("「花」之後沒有花牌", "no flower follows 花"),
    "no-flower.do": ("寫成 花春梅（名）或 花2（數目）", "write their names, 花春梅, or their number, 花2"),
    "flower-twice": ("{flower}只有一隻，這裏有兩隻", "there is one {flower} only, and it stands here twice"),
    "flower-twice.do": (
        "八隻花各一：春夏秋冬梅蘭菊竹（f1 至 f8）",
        "the eight flowers are 春夏秋冬梅蘭菊竹 (f1 to f8), one of each",
    ),
    "more-than-a-set": (
        "這行有 {have} 隻牌，全副只有 {most} 隻",
        "{have} tiles are in this line; a whole set has {most}",
    ),
    "more-than-a-set.do": ("一行只寫一手牌", "write one hand in one line"),
    # -- legality: tiles
    "fifth-copy": (
        "{tile} 全副只有四隻，這裏有 {held} 隻：{where}",
        "4 copies of {tile} are all there is: {held} here, in {where}",
    ),
    "fifth-copy.do": ("改正或刪去其中 {extra} 隻", "correct or leave out {extra} of them"),
    "seen-copies": (
        "{tile} 全副只有四隻：手上 {held} 隻（{where}），又見 {seen} 隻",
        "4 copies of {tile} are all there is: {held} in the hand ({where}) and {seen} seen",
    ),
    "seen-copies.do": (
        "「見」不包括自己的牌和食糊牌：{tile} 最多見 {most} 隻",
        "見 lists neither one's own melds nor the winning tile: at most {most} of {tile}",
    ),
    "too-few": (
        "只有 {have} 隻牌，應有 {need} 隻（{size} 隻，每槓加一；這裏 {kongs} 槓）",
        "{have} tiles are too few: {size} and one for each kong make {need} here (kongs: {kongs})",
    ),
    "too-few.do": ("補上 {off} 隻（食糊牌寫成 +4m）", "add {off} (a winning tile is written as +4m)"),
    "too-many": (
        "有 {have} 隻牌，應有 {need} 隻（{size} 隻，每槓加一；這裏 {kongs} 槓）",
        "{have} tiles are too many: {size} and one for each kong make {need} here (kongs: {kongs})",
    ),
    "too-many.do": (
        "減去 {off} 隻；四隻相同的要寫成槓，例如 [5555p]，才算槓",
        "leave out {off}; four of a kind are a kong only when declared, for example [5555p]",
    ),
    "melds": ("有 {have} 個副露，最多 {most} 個", "{have} melds are declared; a hand has at most {most}"),
    "melds.do": ("刪去多出的副露", "leave out the melds beyond the fifth"),
    "win-not-held": (
        "食糊牌 {tile} 不在這手牌裏：其他牌已夠一手",
        "the hand does not hold its winning tile {tile}: the other tiles are a whole hand already",
    ),
    "win-not-held.do": (
        "+ 之前寫 16 隻（每槓加一），+ 是第 17 隻",
        "write 16 tiles, one more for each kong, and the 17th with +",
    ),
    "no-win": ("沒有食糊牌", "the winning tile is not known"),
    "no-win.do": ("寫成例如 +4m", "mark it, for example +4m"),
    "flower-count": ("花只有八隻，不能是 {count} 隻", "there are eight flowers, not {count}"),
    "flower-count.do": ("寫 花0 至 花8", "write 花0 to 花8"),
    "flower-names": (
        "寫了 {named} 隻花的名，數目卻是 {count}",
        "{named} flowers are named, but their number is given as {count}",
    ),
    "flower-names.do": ("只寫名或只寫數目", "write their names or their number, not both"),
    "fragment-tiles": (
        "有 {have} 隻未亮的牌，三隻一組分不完",
        "{have} undeclared tiles do not divide into melds of three",
    ),
    "fragment-tiles.do": (
        "片段只寫完整的順子、刻子，不寫眼",
        "a fragment has whole chows and pungs only, without eyes or winning tile",
    ),
    "fragment-melds": ("有 {have} 組牌，片段是一至 {most} 組", "{have} melds; a fragment has one to {most}"),
    "fragment-melds.do": ("寫一至 {most} 組", "write one to {most} melds"),
    # -- legality: circumstances
    "no-such-word": ("不認識「{word}」", "“{word}” is no circumstance"),
    "no-such-word.do": ("用 hand.WORDS 的字", "use one of hand.WORDS"),
    "value": ("{word}={value}：只可以是 {least} 至 {most}", "{word}={value}: it is {least} to {most}"),
    "value.do": ("改為 {least} 至 {most}，或刪去", "write a number from {least} to {most}, or leave {word} out"),
    "two-endings": (
        "{word}是摸最後一隻，{other}是食最後一隻打出的牌",
        "{word} is the last tile drawn, {other} the last discard",
    ),
    "two-endings.do": ("自摸寫 {word}，食出寫 {other}", "keep {word} for a self-draw, {other} for a discard"),
    "two-replacements": (
        "{word}和{other}說的都是同一隻補牌",
        "{word} and {other} both name the one replacement tile",
    ),
    "two-replacements.do": (
        "只留最後補的那一種；連補幾隻用 尾牌=n",
        "keep the one that was drawn last; several in a row are 尾牌=n",
    ),
    "two-ready": ("{word}和{other}只可有一個", "a player is ready once: {word} or {other}"),
    "two-ready.do": ("留下最先的一個（天叮、地叮已包括叮）", "keep one (天叮 and 地叮 imply 叮)"),
    "two-openings": ("{word}和{other}不能同時", "{word} and {other} exclude each other"),
    "two-openings.do": ("只留一個", "keep one of them"),
    "opening-ready": ("{word}之前沒有機會{other}", "{word} is won before anyone could declare {other}"),
    "opening-ready.do": ("只留 {word} 或 {other}", "keep {word} or {other}"),
    "opening-late": ("{word}在第一巡，不會有{other}", "{word} is won in the first go-around, too early for {other}"),
    "opening-late.do": ("只留 {word} 或 {other}", "keep {word} or {other}"),
    "opening-discards": (
        "{word}時棄牌最多 {most} 隻，不會是 {value} 隻",
        "with {word} at most {most} tiles lie in the rivers, not {value}",
    ),
    "opening-discards.do": (
        "更正 棄，或刪去 {word}",
        "correct 棄 (the winning tile does not count), or leave {word} out",
    ),
    "two-counts": ("不能既是{word}又是{other}", "two players won on this tile ({word}) or three ({other}), not both"),
    "two-counts.do": ("只留一個", "keep one of them"),
    "robbed-discard": (
        "{word}的牌是加槓的牌，不是打出的：不能{other}",
        "the tile of {word} was added to a pung, not discarded: no {other}",
    ),
    "robbed-discard.do": ("只留 {word} 或 {other}", "keep {word} or {other}"),
    "needs-self-draw": ("{word}必須自摸", "{word} is a self-draw, and the line says a discard"),
    "needs-self-draw.do": ("加上 自摸，或刪去 {word}", "add 自摸 (zimo), or leave {word} out"),
    "needs-discard": ("{word}是食別人的牌，不能自摸", "{word} is a win by discard, and the line says 自摸"),
    "needs-discard.do": ("刪去 自摸 或 {word}", "leave out 自摸 or {word}"),
    "needs-ready": ("{word}必須先叮", "{word} needs 叮: who is not ready cannot win right after it"),
    "needs-ready.do": ("加上 叮、天叮 或 地叮", "add 叮 (ding), 天叮 or 地叮"),
    "needs-no-claim": ("{word}不能有上、碰或明槓", "with {word} nothing can have been claimed"),
    "needs-no-claim.do": (
        "暗槓可以；刪去 {word} 或改正副露",
        "concealed kongs are fine; leave {word} out or correct the melds",
    ),
    "needs-kong": ("{word}必須有槓", "{word} needs a kong, and the hand has none"),
    "needs-kong.do": ("槓寫成 [5555p]、(5555p) 或 (555+5p)", "declare it: [5555p], (5555p) or (555+5p)"),
    "needs-direct-kong": ("{word}必須有大明槓", "{word} needs a kong made at once from a discard (大明槓)"),
    "needs-direct-kong.do": (
        "大明槓寫成 (5555p)；其他槓寫 槓上",
        "write that kong as (5555p), or 槓上 for another kong",
    ),
    "needs-flower": ("{word}必須有花", "{word} needs a flower, and the line has none"),
    "needs-flower.do": ("加上花，例如 花梅 或 花1", "add it, for example 花梅 or 花1"),
    "needs-replacements": (
        "{word}={replacements}，但槓和花合共只有 {had}",
        "{word}={replacements}, but kongs and flowers are {had} together",
    ),
    "needs-replacements.do": ("補上槓或花，或改小 {word}", "add the kongs or flowers, or correct {word}"),
    "needs-river": ("{word}在局終，棄牌不會是 0", "{word} comes at the end, when the rivers are not empty (棄=0)"),
    "needs-river.do": ("更正或刪去 棄", "correct 棄 or leave it out"),
    "dealer-only": ("{word}是莊家，莊家的門風是東", "{word} is the dealer's, and the dealer sits East"),
    "dealer-only.do": ("門風寫東，或刪去 {word}", "write 門風=東, or leave {word} out"),
    "never-dealer": ("莊家沒有{word}", "the dealer cannot have {word}"),
    "never-dealer.do": ("莊家第一隻自摸是天胡；否則改正門風", "for the dealer it is 天胡; else correct the seat"),
    "robbed-copy": (
        "{word}：其餘三隻 {tile} 在別人的槓裏，手上不會另有",
        "{word}: the other three {tile} are in the kong that was robbed, and yet the hand holds another",
    ),
    "robbed-copy.do": ("改正 {tile}，或刪去 {word}", "correct {tile}, or leave {word} out"),
    "hidden-copy": (
        "{word}：其餘三隻 {tile} 應已見，手上卻另有",
        "{word}: three {tile} lie open, and yet the hand hides another",
    ),
    "hidden-copy.do": ("刪去 {word}", "leave {word} out"),
    "three-visible": (
        "{word}：{tile} 須見三隻（「見」和自己的副露）",
        "{word}: three {tile} must be visible, in 見 and one's own melds",
    ),
    "three-visible.do": ("補全 見，或刪去 {word}", "complete 見, or leave {word} out"),
    "copy-left": ("{word}：{tile} 還有未見的", "{word}: there is a {tile} left that nobody has seen"),
    "copy-left.do": ("補全 見，或刪去 {word}", "complete 見, or leave {word} out"),
    # -- a hand that does not win
    "not-winning": (
        "最近的是 {form}，欠 {missing} 隻（例如 {tiles}）；其他：{others}",
        "the closest form is {form}, which lacks {missing} (for example {tiles}); else {others}",
    ),
    "not-winning.do": ("核對手牌和食的牌", "check the tiles and the winning tile against the table"),
    "not-winning-alone": (
        "{form} 欠 {missing} 隻（例如 {tiles}）；有副露，只能是這一形",
        "{form} lacks {missing} (for example {tiles}); with declared melds no other form is possible",
    ),
    "not-winning-alone.do": ("核對手牌和食的牌", "check the tiles and the winning tile against the table"),
    "no-melds": ("這些牌不能全部組成面子", "these tiles do not part into chows and pungs"),
    "no-melds.do": (
        "片段只寫完整的面子，例如 456p456456s；整手牌用 score",
        "a fragment holds whole melds only, such as 456p456456s; for a whole hand use score",
    ),
    # -- why a row is paid
    "why.join": ("；", "; "),
    "why.concealed": (
        "暗：各組均非上碰槓來，亦非打出的牌完成",
        "concealed: none of the groups was claimed or completed by a discard",
    ),
    "why.claimed": ("明：{groups} 是副露", "exposed: {groups} was claimed"),
    "why.completed": ("明：{group} 由打出的牌完成", "exposed: the discard completed {group}"),
    # -- what stopped a row
    "stop.absorbs": ("已包在{by}（{groups}）之內", "absorbed by {by} {groups}"),
    "stop.covers": ("{by}（{groups}）已用其中 {shared} 組", "{by} {groups} takes {shared} of its groups"),
    "stop.bars": ("不與{by}同計", "not counted beside {by}"),
    "stop.dearer": ("與{by}只計其一，取較高點的一組", "it or {by}: the dearer choice is paid"),
    "stop.apart": (
        "{by}（{groups}）已用其中 {shared} 組，一組只作一次",
        "{by} {groups} uses {shared} of its groups, and each serves once",
    ),
    "stop.單式": (
        "單式：與同數字的{by}（{groups}）共用 {size} 組之中的 {shared} 組",
        "單式: shares {shared} of its {size} groups with {by} {groups} on the same numbers",
    ),
    "stop.plain": ("由{by}取代", "replaced by {by}"),
    "stop.once": ("雙食只計一次，已在另一形計算", "counted once for both forms, and the other form has it"),
    # -- notices
    "notice.win-assumed": (
        "未註明食哪隻，當作最後一隻 {tile}",
        "no winning tile is marked: the last one, {tile}, was taken",
    ),
    "notice.flowers-unnamed": (
        "只知有 {count} 隻花，未知是哪些，七門不計",
        "{count} flowers without their names: 七門 cannot be told and is not counted",
    ),
    "notice.as-discard": ("大明槓上摸視為打出（G8）", "a draw after a 大明槓 counts as a discard (G8)"),
    "notice.robbed-last": (
        "搶槓的牌其餘三隻在加槓的碰裏；如裁判計四絕，請註明 四絕",
        "the other three of a robbed kong lie open: add 四絕 if the referee counts it",
    ),
    "notice.double": ("雙食：兩形分別計算，底只計一次（G4）", "雙食: both forms are counted, 底 once (G4)"),
    # -- the printed answer
    "out.total": ("共 {total} 翻", "total {total} 翻"),
    "out.base": ("底", "base"),
    "out.rows": ("計", "paid"),
    "out.dropped": ("有而不計", "found but not paid"),
    "out.readings": ("各種讀法", "readings"),
    "out.price": ("翻", "翻"),
    "out.row": ("牌型", "row"),
    "out.english": ("英文", "English"),
    "out.exposure": ("明暗", "明暗"),
    "out.groups": ("牌組", "groups"),
    "out.sources": ("出處", "source"),
    "out.reason": ("原因", "reason"),
    "out.form": ("形", "form"),
    "out.winning": ("食牌完成", "completed"),
    "out.table": ("番表", "table"),
    "out.rulings": ("裁定", "rulings"),
    "exposure.exposed": ("明", "明 exposed"),
    "exposure.concealed": ("暗", "暗 concealed"),
    "exposure.": ("", ""),
    "form.standard": ("普通形", "standard"),
    "form.嚦咕": ("嚦咕", "嚦咕 seven pairs and a triplet"),
    "form.十三么": ("十三么", "十三么 thirteen orphans"),
    "form.不搭": ("不搭", "不搭 unrelated"),
    "line": ("第 {number} 行：", "line {number}: "),
    "cases.derive": (
        "    （- 案例有而程式沒有，+ 程式有而案例沒有）",
        "    (- in the case but not here, + here but not in the case)",
    ),
    "cases.same": ("{count} 個案例全部相符", "{count} cases, all as expected"),
    "cases.differ": ("{count} 個案例，{differ} 個不符", "{count} cases, {differ} differ"),
    "unknown-row": ("番表沒有「{name}」", "the table has no row “{name}”"),
    "unknown-row.do": ("最接近的是：{closest}", "the closest are: {closest}"),
    "unknown-rule": ("沒有第 {name} 條規則", "there is no rule {name}"),
    "unknown-rule.do": ("規則由 1 至 30", "the rules are 1 to 30"),
    "unknown-setting": ("{ruling} 沒有「{value}」這個選擇", "{ruling} has no setting “{value}”"),
    "unknown-setting.do": ("可選 {known}", "it has {known}"),
    "unknown-ruling": ("沒有裁定 {name}", "there is no ruling {name}"),
    "unknown-ruling.do": ("裁定是 {closest}", "the rulings are {closest}"),
    # -- payment
    "no-seat": ("「{name}」不是座位", "“{name}” is no seat"),
    "no-seat.do": ("座位是 東 南 西 北（或 E S W N）", "the seats are 東 南 西 北 (or E S W N)"),
    "no-winner": ("沒有贏家", "nobody has won"),
    "no-winner.do": ("用 --winner 註明贏家", "name the winner"),
    "winner-twice": ("{winner} 贏了兩次", "{winner} wins twice"),
    "winner-twice.do": ("每位贏家寫一手牌", "give each winner one hand"),
    "too-many-winners": ("贏家最多三位", "at most three win on one discard"),
    "too-many-winners.do": ("核對贏家", "correct the winners"),
    "winner-threw": ("{winner} 既贏又打出", "{winner} wins and throws the tile"),
    "winner-threw.do": ("改正贏家或打出的一位", "correct the winner or the discarder"),
    "streak-differs": ("連莊數不一：{values}", "the dealer's streak is given as {values}"),
    "streak-differs.do": ("只寫一個連莊數", "give one of them"),
    "streak-range": ("連莊數 {value} 不在 0 至 99", "a streak of {value} is outside 0–99"),
    "streak-range.do": ("連莊數由 0 起", "count the deals held from 0"),
    "multiple-differs": (
        "{winner} 寫了 {word}，但有 {count} 位贏家",
        "{winner}'s line says {word}, with {count} winner(s)",
    ),
    "multiple-differs.do": ("刪去 {word}，或補上其他贏家", "leave {word} out, or add the other winners"),
    "drawn-and-thrown": ("{winner} 自摸，沒有人打出", "{winner} drew the tile: {discarder} did not throw it"),
    "drawn-and-thrown.do": ("刪去 --from，或刪去 自摸", "leave out the discarder, or 自摸"),
    "nobody-threw": ("{winner} 食打出的牌，未註明誰打出", "{winner} won on a discard, and nobody threw it"),
    "nobody-threw.do": (
        "用 --from 註明打出者（搶槓、大明槓上：開槓或打出槓牌者）",
        "name who threw it (robbed or 大明槓: who made or threw the kong), or write 自摸",
    ),
    "wind-differs": (
        "{winner} 的門風寫作 {said}，但莊在 {dealer}，應為 {wind}",
        "{winner}'s line says 門風={said}, but with {dealer} dealing it is {wind}",
    ),
    "wind-differs.do": ("改正門風或莊家", "correct 門風 or the dealer"),
    "not-dealer": ("{winner} 不是莊家（{dealer}）", "{winner} is not the dealer ({dealer})"),
    "not-dealer.do": ("刪去 莊 或 天胡，或改正莊家", "leave 莊 or 天胡 out, or correct the dealer"),
    "dealer-earth": ("{winner} 是莊家，沒有地胡", "{winner} deals: the dealer cannot have 地胡"),
    "dealer-earth.do": ("莊家第一隻自摸是天胡", "for the dealer it is 天胡"),
    "no-reward": ("沒有「{name}」這項即時賞罰", "there is no reward “{name}”"),
    "no-reward.do": ("有：{closest}", "there are: {closest}"),
    "reward-count": ("{name} 的隻數是 1 至 {most}", "{name} takes a count of 1 to {most}"),
    "reward-count.do": ("改正隻數", "correct the count"),
    "reward-holder": ("{name} 由持第八隻花的一位付", "{name} is paid by the one with the eighth flower"),
    "reward-holder.do": ("註明是誰（不是得者自己）", "name that player (not the one who is paid)"),
    "reward-no-holder": ("{name} 不由一位持花者付", "{name} is not paid by a holder"),
    "reward-no-holder.do": ("刪去持花者", "leave the holder out"),
    "pay.win": ("自摸，每家付全數", "self-drawn: each pays the total"),
    "pay.discard": ("打出，一家付全數", "by discard: the one who threw it pays the total"),
    "pay.streak": (
        "莊連拉：{dealer} 連 {streak}，2×{streak}+1",
        "dealer's streak: {dealer} held {streak}, 2×{streak}+1",
    ),
    "pay.reward": ("{name}", "{name} ({english})"),
    "notice.multiple-added": ("同一張牌多位贏家，已加計 {word}", "several win on one discard: {word} was added"),
    "out.payer": ("付", "payer"),
    "out.payee": ("收", "payee"),
    "out.amount": ("翻", "翻"),
    "out.account": ("戶口", "account"),
    "out.delta": ("得失", "gain"),
}


def extend(texts: dict[str, tuple[str, str]]) -> None:
    """Add the sentences of one of the smaller systems."""
    TEXTS.update(texts)


def message(code: str, lang: Lang = "en", **words: object) -> str:
    """The sentence ``code`` in ``lang`` with its words filled in."""
    zh, en = TEXTS[code]
    return (zh if lang == "zh" else en).format(**words)
