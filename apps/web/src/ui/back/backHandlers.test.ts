import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { type BackHandlers, createBackHandlers } from './backHandlers.ts'

/** The history of a tab: what is pushed and replaced is there at once, a traversal arrives in a later task. */
class TabHistory {
	entries: { url: string; state: unknown }[] = [{ url: '/', state: null }]
	at = 0
	/** Went back beyond the first entry of the page. */
	hasLeft = false
	onPop: () => void = () => {}
	get state() {
		return this.entries[this.at]?.state
	}
	get length() {
		return this.entries.length
	}
	pushState(state: unknown, _: string, url = this.entries[this.at]?.url) {
		this.entries.splice(++this.at, Number.POSITIVE_INFINITY, { url: url ?? '', state })
	}
	replaceState(state: unknown, _: string, url = this.entries[this.at]?.url) {
		this.entries[this.at] = { url: url ?? '', state }
	}
	go(delta = 0) {
		setTimeout(() => {
			if (this.at + delta < 0) this.hasLeft = true
			if (!this.entries[this.at + delta]) return
			this.at += delta
			this.onPop()
		})
	}
	back() {
		this.go(-1)
	}
	forward() {
		this.go(1)
	}
}

let tab: TabHistory
let router: RouterHistory
let back: BackHandlers
let pressed: string[]

beforeEach(() => {
	tab = new TabHistory()
	pressed = []
	const listeners: ((event: Event) => void)[] = []
	let listenFirst: ((event: Event) => void) | undefined
	listeners.push(event => listenFirst?.(event))
	tab.onPop = () => {
		let isStopped = false
		const event = { stopImmediatePropagation: () => (isStopped = true) } as unknown as Event
		for (const listen of listeners) if (!isStopped) listen(event)
	}
	const window = {
		history: tab as unknown as History,
		location: {
			get pathname() {
				return tab.entries[tab.at]?.url ?? ''
			},
			search: '',
			hash: '',
		},
		addEventListener(type: string, listen: (event: Event) => void) {
			if (type === 'popstate') listeners.push(listen)
		},
		removeEventListener() {},
		onTraversal: (listen: (event: Event) => void) => {
			listenFirst = listen
		},
	}
	router = createBrowserHistory({ window })
	back = createBackHandlers(window)
})

const settled = () => new Promise(resolve => setTimeout(resolve, 20))
/** Goes back as the browser, a swipe or the device does. */
async function pressBack() {
	TabHistory.prototype.go.call(tab, -1)
	await settled()
}
async function pressForward() {
	TabHistory.prototype.go.call(tab, 1)
	await settled()
}
async function visit(path: string) {
	router.push(path)
	await settled()
}
/** A sheet that back closes. */
async function open(name: string) {
	const close = back.add(() => {
		pressed.push(name)
		close()
	})
	await settled()
	return close
}
const where = () => router.location.pathname

test('back closes an open sheet and nothing else; the next one leaves the screen', async () => {
	await visit('/list')
	await open('sheet')
	await pressBack()
	expect(pressed).toEqual(['sheet'])
	expect([where(), tab.at]).toEqual(['/list', 1])
	await pressBack()
	expect(pressed).toEqual(['sheet'])
	expect(where()).toBe('/')
})

test('back closes what was opened in the same task', async () => {
	await visit('/list')
	back.add(() => pressed.push('sheet'))
	tab.at--
	tab.onPop()
	await settled()
	expect(pressed).toEqual(['sheet'])
	expect(where()).toBe('/list')
})

test('back closes a sheet on the first screen of the tab too, where nothing is before it', async () => {
	await open('sheet')
	await pressBack()
	expect(pressed).toEqual(['sheet'])
	expect(tab.hasLeft).toBe(false)
})

test('of two open ones the last is closed first, each with one back', async () => {
	await visit('/list')
	await open('sheet')
	await open('dialog')
	await pressBack()
	expect(pressed).toEqual(['dialog'])
	await pressBack()
	expect(pressed).toEqual(['dialog', 'sheet'])
	expect(where()).toBe('/list')
})

test('a sheet that is closed otherwise leaves no entry: one back leaves the screen', async () => {
	const heard = vi.fn()
	await visit('/list')
	router.subscribe(heard)
	const close = await open('sheet')
	close()
	await settled()
	expect(heard).not.toHaveBeenCalled()
	await pressBack()
	expect([where(), pressed]).toEqual(['/', []])
})

test('a screen opened from a sheet is one back away from the screen of the sheet', async () => {
	await visit('/list')
	const close = await open('sheet')
	close()
	router.push('/detail')
	await settled()
	expect(tab.entries.map(({ url }) => url)).toEqual(['/', '/list', '/detail'])
	await pressBack()
	expect(where()).toBe('/list')
})

test('a screen opened while the entry is being removed is not lost', async () => {
	await visit('/list')
	const close = await open('sheet')
	close()
	await new Promise(resolve => setTimeout(resolve, 1))
	router.push('/detail')
	await settled()
	expect(where()).toBe('/detail')
	expect(tab.entries[tab.at]?.url).toBe('/detail')
	await pressBack()
	expect(where()).toBe('/list')
})

test('a screen that replaces this one from a dialog replaces the screen, not the dialog alone', async () => {
	await visit('/form')
	const close = await open('dialog')
	close()
	router.replace('/login')
	await settled()
	expect(tab.entries[tab.at]?.url).toBe('/login')
	await pressForward()
	expect([where(), tab.entries[tab.at]?.url]).toEqual(['/login', '/login'])
	await pressBack()
	expect(where()).toBe('/')
})

test('a programmed back from an open dialog leaves the screen', async () => {
	await visit('/form')
	await open('dialog')
	router.back()
	await settled()
	expect([where(), tab.at, pressed]).toEqual(['/', 0, []])
})

test('forward does not open a sheet again', async () => {
	await visit('/list')
	await open('sheet')
	await pressBack()
	await pressForward()
	// The entry of the closed sheet is skipped by another step back.
	await expect.poll(() => [where(), tab.at, pressed]).toEqual(['/list', 1, ['sheet']])
	await pressBack()
	expect(where()).toBe('/')
})

test('a handler that stays is called by every back', async () => {
	await visit('/room')
	back.add(() => pressed.push('ask'))
	await settled()
	await pressBack()
	await pressBack()
	expect([where(), pressed]).toEqual(['/room', ['ask', 'ask']])
})

test('a handler counts on its own screen alone, and again after coming back', async () => {
	await visit('/room')
	back.add(() => pressed.push('ask'))
	await settled()
	await visit('/list')
	await visit('/detail')
	await pressBack()
	expect([where(), pressed]).toEqual(['/list', []])
	await pressBack()
	expect([where(), pressed]).toEqual(['/room', []])
	await pressBack()
	expect([where(), pressed]).toEqual(['/room', ['ask']])
})

test('a blocked jump back over several screens ends on the screen with its handlers', async () => {
	await visit('/list')
	await visit('/form')
	back.add(() => pressed.push('ask'))
	await settled()
	const unblock = router.block({ blockerFn: () => true })
	vi.stubGlobal('document', {})
	TabHistory.prototype.go.call(tab, -3)
	await settled()
	vi.unstubAllGlobals()
	unblock()
	expect([where(), tab.entries[tab.at]?.url]).toEqual(['/form', '/form'])
	await pressBack()
	expect([where(), pressed]).toEqual(['/form', ['ask']])
})

test('what a reload left of an open sheet is removed', async () => {
	await visit('/list')
	await open('sheet')
	const reloaded = createBackHandlers({
		history: tab as unknown as History,
		location: { pathname: '/list' },
		onTraversal: run => {
			const before = tab.onPop
			tab.onPop = () => {
				run({ stopImmediatePropagation() {} } as Event)
				before()
			}
		},
	})
	reloaded.settle()
	await settled()
	expect(tab.at).toBe(1)
})

test('the router hears nothing of a back that closes a sheet', async () => {
	await visit('/list')
	await open('sheet')
	const heard = vi.fn()
	router.subscribe(heard)
	await pressBack()
	expect([pressed, heard.mock.calls]).toEqual([['sheet'], []])
	await pressBack()
	expect(heard).toHaveBeenCalledOnce()
})

test('the history is watched once, however many sheets are opened', async () => {
	await open('first')
	const { pushState, replaceState, go } = tab
	await open('second')
	back.settle()
	expect([tab.pushState === pushState, tab.replaceState === replaceState, tab.go === go]).toEqual([true, true, true])
})
