import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useLanguage } from '../locales/index.ts'
import * as Landing from '../screens/Landing/index.ts'
import type { ScreenModule } from './laterScreens.ts'
import type { RouteEntry } from './routes.ts'

const titles = new Map<string, () => string>([['Landing', Landing.title]])

/** The title of a screen whose module is here; before that there is none. */
export const titleOf = (screen: string): string | undefined => titles.get(screen)?.()

/** The component of a route: the landing comes with the page, everything else when it is needed. */
export function componentOf({ screen }: RouteEntry & { screen: string }) {
	if (screen === 'Landing') return inLanguage(Landing.Screen)
	return lazyRouteComponent(async () => {
		const module = await load(screen)
		titles.set(screen, module.title)
		return { default: inLanguage(module.Screen) }
	})
}

async function load(screen: string): Promise<ScreenModule> {
	const { laterScreens } = await import('./laterScreens.ts').catch(notBrought)
	const found = laterScreens[`../screens/${screen}/index.ts`]
	if (!found) throw new Error(`there is no screens/${screen}/index.ts`)
	return found().catch(notBrought)
}

/** The router loads the page anew for the engines' own words, and without a network there would be no page at all. */
const notBrought = (cause: unknown) => Promise.reject(new Error('no module script', { cause }))

/** Renders a screen anew in the language chosen, without losing what is typed into it. */
function inLanguage(Screen: ComponentType) {
	return function InLanguage() {
		useLanguage()
		return <Screen />
	}
}
