"""The sentences of 疯狂对杀 (codes ``duel.…``)."""

from __future__ import annotations

from analyzer.messages import extend

TEXTS: dict[str, tuple[str, str]] = {
    "gate.cards": ("不可能的牌：", "Impossible cards: "),
    "gate.play": ("不成牌型：", "No such play: "),
    "gate.illegal": ("違規：", "Illegal: "),
    "gate.record": ("牌局記錄：", "Record: "),
    # -- notation
    "duel.empty": ("沒有牌", "there are no cards"),
    "duel.empty.do": ("寫牌，例如 9TJQK、♠9♥9、大王K", "write cards, for example 9TJQK, ♠9♥9 or RK"),
    "duel.too-long": ("這行有 {length} 個字符，最多 {most} 個", "{length} characters; at most {most} are read"),
    "duel.too-long.do": ("一次只寫一手牌", "write the cards of one play or one hand"),
    "duel.unknown-card": ("第 {column} 格的「{text}」不是牌", "“{text}” at column {column} is no card"),
    "duel.unknown-card.do": (
        "牌是 9 10（或 T）J Q K A 2、小王 大王（或 B R），花色 ♠♥♣♦ 可寫在前面",
        "the cards are 9 10 (or T) J Q K A 2 and 小王 大王 (or B R); a suit ♠♥♣♦ may stand before",
    ),
    "duel.suit-alone": ("第 {column} 格之前的花色沒有牌點", "the suit before column {column} has no rank"),
    "duel.suit-alone.do": (
        "花色寫在牌點之前，例如 ♠9；王沒有花色",
        "write the suit before its rank: ♠9; jokers have none",
    ),
    "duel.said-of-hand": ("「{text}」不能寫在手牌裏", "“{text}” cannot stand among the cards of a hand"),
    "duel.said-of-hand.do": ("手牌只寫牌", "write the cards only"),
    "duel.no-stand": ("第 {column} 格：王要代一個牌點", "column {column}: a joker stands for a rank"),
    "duel.no-stand.do": ("寫 R=K 這樣，由 9 至 2", "write for example R=K, with a rank from 9 to 2"),
    "duel.stand-of-card": ("第 {column} 格的 = 前面不是王", "no joker stands before the = at column {column}"),
    "duel.stand-of-card.do": ("只有王可代牌，例如 R=K", "only a joker stands for another card: R=K"),
    "duel.colon": (
        "第 {column} 格：冒號之後是牌型，寫在最後",
        "column {column}: after a colon, at the end, stands the kind",
    ),
    "duel.colon.do": ("例如 9TJBRR:straight 或 :順子", "for example 9TJBRR:straight or :順子"),
    "duel.unknown-kind": ("「{text}」不是牌型", "“{text}” is no kind of play"),
    "duel.unknown-kind.do": ("可寫 {known}，或中文名", "it is one of {known}, or their Chinese names"),
    # -- cards
    "duel.copies": (
        "{card} 全副只有 {most} 張，這裏有 {have} 張",
        "there are {most} of {card} in the deck, {have} here",
    ),
    "duel.copies.do": ("刪去多出的", "leave out those beyond"),
    "duel.too-many": ("有 {have} 張牌，一手最多 {most} 張", "{have} cards; at most {most} are possible here"),
    "duel.too-many.do": ("刪去多出的", "leave out those beyond"),
    # -- plays
    "duel.no-play": ("這 {size} 張牌不成任何牌型", "these {size} cards make no play"),
    "duel.no-play.do": (
        "牌型：單張、對、三同張、五張以上順子、三對以上連對、三個以上連三同張、四張以上炸彈、三王、四王",
        "the plays: single, pair, triple, straight of five or more, chains of three or more pairs or triples, "
        "bombs of four or more, three or four jokers",
    ),
    "duel.no-play-two": (
        "{card} 不可和其他點相連",
        "a {card} stands in no chain of ranks",
    ),
    "duel.no-play-two.do": ("順子、連對、連三同張由 9 至 A", "straights and chains go from 9 to A"),
    "duel.no-play-ruling": (
        "在這個裁定下不成任何牌型",
        "under this ruling these cards make no play",
    ),
    "duel.no-play-ruling.do": ("--set {setting} 之下才成", "they would with --set {setting}"),
    "duel.stated-wrong": ("王這樣代，或作這個牌型，不成", "as stated the cards make no play"),
    "duel.stated-wrong.do": ("這手牌算作 {counting}:{kind}", "they count as {counting}:{kind}"),
    "duel.stated-lower": (
        "這樣讀得通，但不是算數的讀法：取最大值（五(4)）",
        "it can be read so, but the highest reading counts (rule 五(4))",
    ),
    "duel.stated-lower.do": ("這手牌算作 {counting}:{kind}", "they count as {counting}:{kind}"),
    # -- why a reading counts
    "duel.why.only": ("唯一的讀法", "the only reading"),
    "duel.why.bomb": ("炸彈大過其他讀法", "a bomb is higher than any other reading"),
    "duel.why.stars": ("星級最高", "it has the most stars"),
    "duel.why.top": ("同一牌型，最高點最大（五(4)）", "of its kind it has the highest top rank (rule 五(4))"),
    "duel.why.same": ("同樣大的讀法，列出最高的牌", "others are worth the same; this one shows the higher cards"),
    "duel.why.choice": (
        "兩種牌型不分大小（D7）：不指明時，最高點較大者算，再比其餘的牌",
        "two kinds, neither higher (D7): unless said, the one with the higher top rank, then the higher cards",
    ),
    "duel.why.stated": ("按所指明", "as it is stated"),
    # -- why a play beats another or not
    "duel.beats.bomb-over-plain": ("炸彈大過任何非炸彈的牌", "a bomb beats whatever is no bomb"),
    "duel.beats.plain-under-bomb": ("桌上是炸彈，只有更大的炸彈可以", "only a higher bomb beats a bomb"),
    "duel.beats.other-kind": ("牌型不同", "it is another kind of play"),
    "duel.beats.other-size": ("張數不同", "the number of cards differs"),
    "duel.beats.top-higher": ("最高點較大", "its top rank is higher"),
    "duel.beats.top-lower": ("最高點較小", "its top rank is lower"),
    "duel.beats.stars-higher": ("星級較高", "it has more stars"),
    "duel.beats.stars-lower": ("星級較低", "it has fewer stars"),
    "duel.beats.place-higher": (
        "同星級：天王炸彈最大，三王炸彈最小",
        "of equal stars 天王炸弹 is the highest bomb, 三王炸弹 the lowest",
    ),
    "duel.beats.place-lower": (
        "同星級：天王炸彈最大，三王炸彈最小",
        "of equal stars 天王炸弹 is the highest bomb, 三王炸弹 the lowest",
    ),
    "duel.beats.cards-higher": ("同星級，張數較少的較大", "of equal stars fewer cards are higher"),
    "duel.beats.cards-lower": ("同星級，張數較多的較小", "of equal stars more cards are lower"),
    "duel.beats.tie": ("一樣大，不算大過（D6）", "they are equal, and a tie does not beat (D6)"),
    "duel.beats.tie-beats": ("一樣大，後出為大（D6=yes）", "they are equal, and the later one beats (D6=yes)"),
    # -- illegal acts
    "duel.not-started": ("還未知道誰先出", "nobody knows who leads"),
    "duel.turn": ("輪到玩家 {turn}，不是玩家 {player}", "it is the turn of player {turn}, not of player {player}"),
    "duel.turn.do": ("由玩家 {turn} 出牌或過", "player {turn} plays or passes"),
    "duel.over": ("牌局已完，玩家 {winner} 已出完", "the game is over: player {winner} has no cards left"),
    "duel.over.do": ("刪去這一行", "take this line out"),
    "duel.pass-leading": ("玩家 {player} 先出，不可過", "player {player} leads and may not pass"),
    "duel.pass-leading.do": ("出任何一手牌", "play anything"),
    "duel.not-held": (
        "玩家 {player} 沒有 {cards}",
        "player {player} does not hold {cards}",
    ),
    "duel.not-held.do": ("手上是 {held}", "the hand is {held}"),
    # -- records
    "duel.record-line": ("這一行讀不懂", "this line cannot be read"),
    "duel.record-line.do": (
        "寫 hand 1: 牌、hand 2: 牌、faceup 1: 牌、aside: 牌、room: 房間、coins: 數 數、points: 數 數、rulings: D3=yes，"
        "然後每步一行：1: 牌 或 2: pass",
        "write hand 1: CARDS, hand 2: CARDS, faceup 1: CARD, aside: CARDS, room: ROOM, coins: N N, points: N N, "
        "rulings: D3=yes, then an act a line: 1: PLAY or 2: pass",
    ),
    "duel.record-twice": ("「{what}」寫了兩次", "“{what}” is said twice"),
    "duel.record-twice.do": ("只留一行", "keep one of the lines"),
    "duel.record-late": ("「{what}」要寫在第一步之前", "“{what}” has to stand before the first act"),
    "duel.record-late.do": ("移到上面", "move it up"),
    "duel.record-missing": ("沒有「{what}」這一行", "the line “{what}” is missing"),
    "duel.record-missing.do": ("補上 {what}: …", "add {what}: …"),
    "duel.record-numbers": ("「{text}」不是兩個整數", "“{text}” is not two whole numbers"),
    "duel.record-numbers.do": (
        "寫玩家 1 和玩家 2 的，例如 10000 8000",
        "write those of player 1 and 2, for example 10000 8000",
    ),
    "duel.record-rulings": ("「{text}」不是裁定的選擇", "“{text}” is no setting of a ruling"),
    "duel.record-rulings.do": ("例如 rulings: D3=yes D4=average", "for example rulings: D3=yes D4=average"),
    "duel.record-size": ("有 {have} 張牌，應有 {need} 張", "{have} cards, {need} are needed"),
    "duel.record-size.do": (
        "60 張牌：抽掉 10 張，每人 25 張",
        "of the 60 cards 10 are set aside, 25 dealt to each player",
    ),
    "duel.record-deck": (
        "{card} 全副只有 {most} 張，各手合起來有 {have} 張",
        "there are {most} of {card} in the deck, {have} in the hands together",
    ),
    "duel.record-deck.do": ("改正其中一手", "mend one of the hands"),
    "duel.record-face-up": ("玩家 {player} 沒有明牌 {card}", "player {player} does not hold the face-up card {card}"),
    "duel.record-face-up.do": (
        "寫抓到明牌的玩家和一張牌：faceup 1: ♠9",
        "write who got it, and one card: faceup 1: ♠9",
    ),
    "duel.record-entry": (
        "玩家 {player} 有 {coins} 遊戲幣，進入{room}需要 {entry}",
        "player {player} has {coins} coins; to enter {room} one needs {entry}",
    ),
    "duel.record-entry.do": ("換一個房間", "choose another room"),
    "duel.record-coins": ("有遊戲幣而沒有房間", "coins are given, but no room"),
    "duel.record-coins.do": ("補上 room: 初级", "add for example room: 初级"),
    "duel.record-long": ("記錄有 {have} 行，最多 {most} 行", "the record has {have} lines; at most {most} are read"),
    "duel.record-long.do": ("一個檔案只寫一局", "one file holds one game"),
    "duel.record-file": ("{file}：{error}", "{file}: {error}"),
    "duel.record-file.do": (
        "給一個記錄檔案的路徑，或 - 讀標準輸入",
        "give the path of a record, or - for standard input",
    ),
    "duel.record-stops": ("第 {number} 行：", "line {number}: "),
    "duel.unknown-room": ("沒有房間「{name}」", "there is no room “{name}”"),
    "duel.unknown-room.do": ("房間是 {known}", "the rooms are {known}"),
    "duel.no-stars": ("沒有 {stars} 星的牌", "no play has {stars} stars"),
    "duel.no-stars.do": ("寫 0 至 {most}", "write 0 to {most}"),
    "duel.bad-left": ("敗方不能剩 {left} 張", "the loser cannot have {left} cards left"),
    "duel.bad-left.do": ("寫 {least} 至 {most}", "write {least} to {most}"),
    # -- output
    "duel.kind": ("牌型", "kind"),
    "duel.play": ("牌", "play"),
    "duel.reading": ("讀法", "reading"),
    "duel.cards": ("張", "cards"),
    "duel.top": ("最高點", "top"),
    "duel.stars": ("星", "stars"),
    "duel.player": ("玩家", "player"),
    "duel.left": ("剩", "left"),
    "duel.count": ("數目", "number"),
    "duel.plays": ("出法", "plays"),
    "duel.pass": ("過", "pass"),
    "duel.counts": ("算作 {reading}：{why}", "counts as {reading}: {why}"),
    "duel.yes": ("大過：{why}", "yes: {why}"),
    "duel.no": ("大不過：{why}", "no: {why}"),
    "duel.compared": ("{play} 對 {over}", "{play} over {over}"),
    "duel.moves": ("共 {count} 種出法", "{count} plays"),
    "duel.moves-over": ("大過 {over} 的出法共 {count} 種", "{count} plays beat {over}"),
    "duel.under": ("裁定 {rulings}", "rulings {rulings}"),
    "duel.unfinished": (
        "牌局未完：玩家 1 剩 {one} 張，玩家 2 剩 {two} 張，輪到玩家 {turn}",
        "not finished: cards of player 1: {one}, of player 2: {two}; it is the turn of player {turn}",
    ),
    "duel.wins": ("玩家 {winner} 勝", "player {winner} wins"),
    "duel.settle.kill": (
        "敗方剩 {left} 張（{least}–{most}）：{kill}，基本分 {points}",
        "cards left to the loser: {left} ({least}–{most}): {kill}, base {points}",
    ),
    "duel.settle.stars": (
        "勝方最大牌型 {stars} 星：×{multiplier}",
        "the winner's highest play has {stars} stars: ×{multiplier}",
    ),
    "duel.settle.no-stars": (
        "勝方沒有出過 {least} 星或以上的牌：×{multiplier}",
        "the winner played nothing of {least} stars or more: ×{multiplier}",
    ),
    "duel.settle.points": (
        "{base} × {multiplier} = {points} 分：勝方得，敗方失",
        "points: {base} × {multiplier} = {points}, gained by the winner, lost by the loser",
    ),
    "duel.settle.coins": (
        "{room}：{base} × {multiplier} × {coefficient} = {coins} 遊戲幣",
        "{room}: {base} × {multiplier} × {coefficient} = {coins} coins",
    ),
    "duel.settle.balance": ("玩家 {player}：{before} → {after} 遊戲幣", "player {player}: {before} → {after} coins"),
    "duel.settle.level": (
        "玩家 {player}：{before} → {after} 分，{level}",
        "player {player}: {before} → {after} points, {level}",
    ),
    "duel.level": ("等級", "level"),
    "duel.points": ("積分", "points"),
    "duel.aside": ("抽掉", "aside"),
    "duel.lead": ("明牌 {card}：玩家 {player} 先出", "face-up card {card}: player {player} leads"),
    "duel.table.your-hand": ("玩家 {player}（{left} 張）：{hand}", "player {player} (cards: {left}): {hand}"),
    "duel.table.over": ("桌上：{over}；對方剩 {left} 張", "on the table: {over}; cards of the other player: {left}"),
    "duel.table.lead": ("你先出；對方剩 {left} 張", "you lead; cards of the other player: {left}"),
    "duel.table.prompt": ("出牌（? 說明）", "play (? for help)"),
    "duel.table.help": (
        "寫一手牌，例如 9TJQK、大王K；pass 過；moves 列出可出的牌；quit 離開",
        "write a play such as 9TJQK or RK; pass; moves lists what may be played; quit leaves",
    ),
    "duel.table.plays": (
        "玩家 {player}：{play}（{reading}），剩 {left} 張",
        "player {player}: {play} ({reading}), {left} left",
    ),
    "duel.table.passes": ("玩家 {player}：過", "player {player} passes"),
    "duel.table.handover": ("輪到玩家 {player}，準備好按 Enter", "player {player}'s turn: press Enter when ready"),
    "duel.table.left-early": ("未打完就離開", "left before the end"),
    "duel.table.exists": ("{file} 已經存在", "{file} exists already"),
    "duel.table.exists.do": ("給一個新檔案的名", "give the name of a new file"),
    "duel.table.no-folder": ("{file} 的資料夾不存在", "there is no folder for {file}"),
    "duel.table.no-folder.do": ("先建立資料夾，或換一個路徑", "make the folder first, or give another path"),
    "duel.table.saved": ("記錄寫入 {file}", "the record is in {file}"),
    "duel.table.not-saved": ("記錄寫不進 {file}：{error}", "the record cannot be written to {file}: {error}"),
}

BEATEN = ("{play} 大不過 {over}：", "{play} does not beat {over}: ")
BEATEN_DO = (
    "出更大的同牌型同張數的牌或更大的炸彈，或過",
    "play a higher one of the same kind and size or a higher bomb, or pass",
)


def _illegal_answers() -> dict[str, tuple[str, str]]:
    """For every reason not to beat, the sentence of the referee: ``duel.beaten.<reason>``."""
    texts: dict[str, tuple[str, str]] = {}
    for code, (zh, en) in TEXTS.items():
        if code.startswith("duel.beats."):
            beaten = code.replace("beats", "beaten", 1)
            texts |= {beaten: (BEATEN[0] + zh, BEATEN[1] + en), beaten + ".do": BEATEN_DO}
    return texts


extend(TEXTS | _illegal_answers())
