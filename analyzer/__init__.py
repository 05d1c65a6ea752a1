"""The referee of Hong Kong 16-tile mahjong."""
