import type { ComponentType } from 'react'

/** What the door of a screen's folder has to show. */
export interface ScreenModule {
	Screen: ComponentType
	/** Stands in the tab and in the list of open pages. */
	title: () => string
}

/**
 * Where every screen but the landing is to be had. In a file of its own: the bundler writes the names of all their
 * files here, and the landing is seen without them.
 */
export const laterScreens = import.meta.glob<ScreenModule>([
	'../screens/*/index.ts',
	'!../screens/Landing/index.ts',
	'!../screens/**/*.test.ts',
])
