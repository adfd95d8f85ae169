import type { Bridge } from '@parley/bridge'
import { createStatusBar, type StatusBarBackground } from '../../bridge/index.ts'
import { getTheme, subscribeToTheme } from '../../features/appearance/index.ts'
import type { LinkRoute } from '../../features/joining/index.ts'
import { suggestLanguage } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'

/** The navigation the shell may command. */
export interface PageNavigation {
	path(): string
	goHome(): void
	go(place: LinkRoute): void
	/** Opens the screen that signs in with the envelope of the workplace app. */
	openWorkplaceSignIn(openid: string): void
	onNavigate(act: () => void): void
}

/** Handles navigation and joins commanded by the shell, and keeps its status bar legible. */
export function handleShellCommands(bridge: Bridge, navigation: PageNavigation) {
	const statusBar = createStatusBar(bridge)
	const show = () => statusBar.show(statusBarBackground(navigation.path(), getTheme()))
	navigation.onNavigate(show)
	subscribeToTheme(show)
	show()

	bridge.info.subscribe(() => {
		const { language } = bridge.info.get().version ?? {}
		if (language) suggestLanguage(language)
	})
	bridge.on('backPreviousPage', navigation.goHome)
	bridge.on('exitMeeting', ({ type }) => {
		// BRG-08: leaving a conference also forgets the short link it was opened from.
		if (type === 'conference') storage.write('publicScan', undefined)
		if (type === 'conference' || isDetail(navigation.path())) navigation.goHome()
	})
	// BRG-04
	bridge.on('dingTalkLogin', ({ openid }) => navigation.openWorkplaceSignIn(openid))
	bridge.on('shortLinkJoin', async link => (await joinCommands()).followShortLink(link, navigation.go))
	bridge.on('directJoin', async request => (await joinCommands()).joinDirectly(request, bridge, navigation.go))
}

const joinCommands = () => import('./joinCommands.ts')

// BRG-07
const isDetail = (path: string) => /^\/(detail|liveDetail)\//.test(path)

/** The background of the status bar: pictures on landing and sign-in, and the room is dark in every theme (OP-068). */
export function statusBarBackground(path: string, theme: 'light' | 'dark'): StatusBarBackground {
	if (path === '/' || path === '/Index' || path === '/Login') return 'picture'
	return /^\/(room|liveBroadcast)\b/.test(path) ? 'dark' : theme
}
