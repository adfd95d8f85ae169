import type { Bridge } from '@parley/bridge'
import { createStatusBar, type Ground } from '../bridge/index.ts'
import { onTheme, theme } from '../features/appearance/index.ts'
import type { LinkPlace } from '../features/joining/index.ts'
import { suggestLanguage } from '../locales/index.ts'
import { storage } from '../storage/index.ts'

/** What the shell may ask of any screen, and what it is told of every screen. */
export interface Pages {
	path(): string
	goHome(): void
	go(place: LinkPlace): void
	/** The screen that signs in with what the workplace app says of somebody. */
	signInAtWork(openid: string): void
	onMove(moved: () => void): void
}

/** Lets the shell move the page and keeps it told of what lies under its status bar. */
export function listenToShell(bridge: Bridge, pages: Pages) {
	const statusBar = createStatusBar(bridge)
	const show = () => statusBar.show(groundOf(pages.path(), theme()))
	pages.onMove(show)
	onTheme(show)
	show()

	bridge.info.subscribe(() => {
		const { language } = bridge.info.get().version ?? {}
		if (language) suggestLanguage(language)
	})
	bridge.on('backPreviousPage', pages.goHome)
	bridge.on('exitMeeting', ({ type }) => {
		// BRG-08: leaving a conference also forgets the short link it was opened from.
		if (type === 'conference') storage.write('publicScan', undefined)
		if (type === 'conference' || isDetail(pages.path())) pages.goHome()
	})
	// BRG-04
	bridge.on('dingTalkLogin', ({ openid }) => pages.signInAtWork(openid))
	bridge.on('shortLinkJoin', async link => (await joins()).followShortLink(link, pages.go))
	bridge.on('directJoin', async asked => (await joins()).joinDirectly(asked, bridge, pages.go))
}

const joins = () => import('./shellJoins.ts')

// BRG-07
const isDetail = (path: string) => /^\/(detail|liveDetail)\//.test(path)

/** The landing and the head of the sign-in are pictures, and the room is dark whatever the theme (OP-068). */
export function groundOf(path: string, theme: 'light' | 'dark'): Ground {
	if (path === '/' || path === '/Index' || path === '/Login') return 'picture'
	return /^\/(room|liveBroadcast)\b/.test(path) ? 'dark' : theme
}
