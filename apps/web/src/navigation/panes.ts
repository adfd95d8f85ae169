import { createContext, useContext } from 'react'

/** Screens that stand side by side on a laptop: the list at the left, and at its right whatever is chosen there (LAYOUT-09). */
const panedScreens: readonly (string | undefined)[] = ['MeetingList', 'MeetingDetail']
export const isPaned = (screen: string | undefined): boolean => panedScreens.includes(screen)

/** True within the right pane. */
export const PaneContext = createContext(false)

/** Says whether the screen is the right pane, with the list beside it. */
export const useIsInPane = (): boolean => useContext(PaneContext)

/** Marks the right pane, whose heading names the screen. */
export const detailPaneMark = 'data-detail-pane'
