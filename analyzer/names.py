"""Names of rows as people type them: brackets, spaces, case, simplified and variant characters are forgiven."""

from __future__ import annotations

# Simplified and variant characters of the names of rows, and what they stand for.
_FORGIVEN = str.maketrans(
    "龙对杠门杂无连刚断宝寶幺麽胡听东发红风兰开抢双响银尽绝飞边张独节阶湾数将单叠两归带铳顺环桥凤绿鸡鸭间呖诈齐鱼头围错条楼捞于圆凑补聽罚",
    "龍對槓門雜無連剛斷寳寳么么糊叮東發紅風蘭開搶雙響銀盡絕飛邊張獨節階灣數將單疊兩歸帶銃順環橋鳳綠雞鴨間嚦詐齊魚頭圍錯條樓撈於圓湊補叮罰",
)
_DROPPED = dict.fromkeys(map(ord, " \t　-–—_·・（）()[]【】「」'’\",，/"), None)


def plain_name(name: str) -> str:
    """A name without what people write differently."""
    return name.translate(_DROPPED).translate(_FORGIVEN).replace("大明槓", "明槓").casefold()
