import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useLanguage } from '../../locales/index.ts'
import type { RouteEntry } from '../../navigation/routes.ts'
import * as Landing from '../../screens/Landing/Landing.screen.tsx'

/** The exports of `screens/<Name>/<Name>.screen.tsx`. */
interface ScreenModule {
	Screen: ComponentType
	/** Shown in the tab and in the list of open pages. */
	title: () => string
}

const lazyScreens = import.meta.glob<ScreenModule>([
	'../../screens/*/*.screen.tsx',
	'!../../screens/Landing/Landing.screen.tsx',
])

const titles = new Map<string, () => string>([['Landing', Landing.title]])

/** The title of a screen that is loaded. */
export const screenTitle = (screen: string): string | undefined => titles.get(screen)?.()

/** The component of a route: the landing is part of the main chunk, every other screen is a chunk of its own. */
export function screenComponent({ screen }: RouteEntry & { screen: string }) {
	if (screen === 'Landing') return rerenderOnLanguageChange(Landing.Screen)
	return lazyRouteComponent(async () => {
		// The landing has no queries, so their cache is loaded with the first other screen.
		const [module, { QueryProvider }] = await Promise.all([load(screen), import('../../query/index.ts')])
		titles.set(screen, module.title)
		const Screen = rerenderOnLanguageChange(module.Screen)
		return {
			default: () => (
				<QueryProvider>
					<Screen />
				</QueryProvider>
			),
		}
	})
}

async function load(screen: string): Promise<ScreenModule> {
	const importScreen = lazyScreens[`../../screens/${screen}/${screen}.screen.tsx`]
	if (!importScreen) throw new Error(`there is no screens/${screen}/${screen}.screen.tsx`)
	// The router reloads the page for errors with the engines' own messages; without a network that would lose the page.
	return importScreen().catch(cause => Promise.reject(new Error('no module script', { cause })))
}

/** Renders a screen again in the chosen language, keeping what is typed into it. */
function rerenderOnLanguageChange(Screen: ComponentType) {
	return function InLanguage() {
		useLanguage()
		return <Screen />
	}
}
