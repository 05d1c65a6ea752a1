"""Names of rows as people type them: brackets, spaces, case, simplified and variant characters are forgiven."""

from __future__ import annotations

_FORGIVEN = str.maketrans(
    "龙对碰杠门杂无连刚断缺宝寶么幺麽胡听叮东发红风梅兰花开抢双响银销尽绝飞边张独节阶台湾数将么单叠两",
    "龍對碰槓門雜無連剛斷缺寳寳么么么糊叮叮東發紅風梅蘭花開搶雙響銀銃盡絕飛邊張獨節階台灣數將么單疊兩",
)
_DROPPED = dict.fromkeys(map(ord, " \t　-–—_·・（）()[]【】「」'’\",，/"), None)


def plain_name(name: str) -> str:
    """A name without what people write differently."""
    return name.translate(_DROPPED).translate(_FORGIVEN).replace("大明槓", "明槓").casefold()
