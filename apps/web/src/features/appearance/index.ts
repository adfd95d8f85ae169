export { chooseTheme, onTheme, showTheme, type Theme, theme, useTheme } from './theme.ts'
