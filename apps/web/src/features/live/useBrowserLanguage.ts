import { useLayoutEffect } from 'react'
import { followBrowserLanguage } from '../../locales/index.ts'

/** LIVE-40 */
export const useBrowserLanguage = (): void => useLayoutEffect(followBrowserLanguage, [])
