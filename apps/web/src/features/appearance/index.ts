export { chooseTextSize, type TextSize, textSize, textSizes, useTextSize } from './textSize.ts'
export { chooseTheme, chosenTheme, onTheme, showTheme, type Theme, theme, useTheme } from './theme.ts'
