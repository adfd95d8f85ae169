export { LanguageSwitch, nextLanguage } from './LanguageSwitch.tsx'
export { hasPageTransitions, setPageTransitions, usePageTransitions } from './pageTransitions.ts'
export { chooseTextSize, getTextSize, type TextSize, textSizes, useTextSize } from './textSize.ts'
export { applyTheme, chooseTheme, getChosenTheme, getTheme, subscribeToTheme, type Theme, useTheme } from './theme.ts'
