import type { Participant, ParticipantId } from '@parley/room'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { stubResizeObserver } from '../../../testing/stubResizeObserver.ts'
import type { TileHeights } from '../mediaConnection.ts'
import type { JoinedRoom } from '../roomState.ts'
import { Tiles, type TilesHandle, type TilesProps } from './Tiles.tsx'

let isCalm: boolean
/** The people whose tiles were pressed. */
const pins: string[] = []

beforeEach(() => {
	isCalm = false
	vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
	vi.stubGlobal('matchMedia', () => ({ matches: isCalm, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
})

const person = (id: string): Participant => ({
	id: id as ParticipantId,
	name: id,
	role: 'member',
	sending: { microphone: true, camera: true },
	connected: true,
	handRaisedAt: null,
})
const aRoom = (fields: Partial<JoinedRoom> = {}) =>
	({
		self: 'self',
		people: [person('self'), ...Array.from({ length: 11 }, (_, index) => person(`p${index + 1}`))],
		sharing: { presenter: null },
		spotlight: null,
		speaking: new Set(),
		reactions: new Map(),
		lineQualities: new Map(),
		paused: new Set(),
		...fields,
	}) as unknown as JoinedRoom

/** Twelve people on a small phone, where the first page has `perPage` of them. */
function show(room = aRoom(), hidesSelf = false) {
	const { observed, resize } = stubResizeObserver()
	const told: Map<string, number>[] = []
	const animated: Element[] = []
	vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element) {
		animated.push(this)
		return {} as Animation
	})
	const controller = {
		setTiles: (heights: TileHeights | 'hidden') => void (heights !== 'hidden' && told.push(new Map(heights))),
		toggleScreen() {},
		setScreenContent() {},
		stopPresenter() {},
	}
	const ref = createRef<TilesHandle>()
	const props = (room: JoinedRoom): TilesProps => ({
		ref,
		room,
		cameras: new Map(),
		screens: new Map(),
		controller,
		view: 'grid',
		hidesSelf,
		pinning: { pinned: undefined, pinOf: ({ id }) => ({ isPinned: false, onToggle: () => pins.push(id) }) },
		hasMiniWindow: false,
		announcements: 'all' as const,
	})
	const shown = render(<Tiles {...props(room)} />)
	const list = screen.getByRole('list', { name: m.room_people() })
	const size = { width: 309, height: 340 }
	Object.defineProperty(list, 'clientWidth', { get: () => size.width })
	Object.defineProperty(list, 'clientHeight', { get: () => size.height })
	list.style.rowGap = '6px'
	act(() => resize(observed().find(element => element === list) as Element))
	return {
		list,
		ref,
		animated,
		rerender: (room: JoinedRoom) => shown.rerender(<Tiles {...props(room)} />),
		/** The ids of the tiles of the page that is shown. */
		page: () => [...list.querySelectorAll<HTMLElement>('[data-paged="shown"]')].map(tile => tile.dataset.person),
		/** The people whose pictures are requested now. */
		received: () => [...(told.at(-1) ?? [])].flatMap(([id, height]) => (height > 0 ? [id] : [])),
		resizeTo(width: number, height: number) {
			Object.assign(size, { width, height })
			act(() => resize(list))
		},
		settle: () => act(() => vi.advanceTimersByTime(400)),
		swipe(...xs: number[]) {
			const target = list.querySelector('[data-paged="shown"]') as Element
			const at = (x: number) => ({ pointerId: 1, isPrimary: true, pointerType: 'touch', clientX: x, clientY: 100 })
			fireEvent.pointerDown(target, at(xs[0] ?? 0))
			for (const x of xs.slice(1)) {
				vi.advanceTimersByTime(100)
				fireEvent.pointerMove(target, at(x))
			}
			fireEvent.pointerUp(target, at(xs.at(-1) ?? 0))
		},
	}
}

const first = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']
const second = ['p7', 'p8', 'p9', 'p10', 'p11', 'self']

test('[ROOM-230] who has no room is on the next page, whose pictures are not received until it is shown', () => {
	const { page, received } = show()
	expect([page(), received()]).toEqual([first, first])
	const turn = screen.getByRole('button', { name: m.room_page_after() })
	fireEvent.click(turn)
	expect([page(), received()]).toEqual([second, second.slice(0, -1)])
	expect(turn.getAttribute('aria-disabled')).toBe('true')
	fireEvent.click(turn)
	expect(page()).toEqual(second)
})

test('[ROOM-230] the page is named, and turning it is said', () => {
	show()
	const pager = screen.getByRole('navigation', { name: m.room_pages() })
	expect(pager.textContent).toContain(m.room_page_of({ page: 1, count: 2 }))
	const said = () => screen.getAllByRole('status').map(status => status.textContent)
	expect(said().join('')).toBe('')
	fireEvent.click(screen.getByRole('button', { name: m.room_page_after() }))
	expect(pager.textContent).toContain(m.room_page_of({ page: 2, count: 2 }))
	expect(said()).toContain(m.room_page_of({ page: 2, count: 2 }))
})

test('[ROOM-230] a swipe turns the page, with the next one at its side; a short one does not', () => {
	const { page, list, swipe, settle } = show()
	swipe(300, 290, 280)
	settle()
	expect(page()).toEqual(first)
	swipe(300, 200, 100)
	expect([page(), list.dataset.turning]).toEqual([second, 'true'])
	settle()
	expect(list.dataset.turning).toBeUndefined()
	// There is no third page.
	swipe(300, 200, 100)
	expect(page()).toEqual(second)
	settle()
	swipe(100, 200, 300)
	expect(page()).toEqual(first)
})

test('[ROOM-230] during a swipe the next page is seen, and can neither be used nor received', () => {
	const { list, received } = show()
	const target = list.querySelector('[data-paged="shown"]') as Element
	const at = (x: number) => ({ pointerId: 1, isPrimary: true, pointerType: 'touch', clientX: x, clientY: 100 })
	const beside = () => [...list.querySelectorAll<HTMLElement>('[data-paged="beside"]')]
	expect(beside().every(tile => tile.hidden)).toBe(true)
	fireEvent.pointerDown(target, at(300))
	fireEvent.pointerMove(target, at(250))
	expect(beside().map(({ hidden }) => hidden)).toEqual([false, false, false, false, false, false])
	expect(beside().every(tile => tile.hasAttribute('inert'))).toBe(true)
	expect(list.style.getPropertyValue('--swipe')).toBe('translate(-50px, 0px)')
	expect(received()).toEqual(first)
})

test('[ROOM-230] a swipe during which all get room ends at once, and leaves nothing behind', () => {
	const { list, resizeTo, page } = show()
	const target = list.querySelector('[data-paged="shown"]') as Element
	const at = (x: number) => ({ pointerId: 1, isPrimary: true, pointerType: 'touch', clientX: x, clientY: 100 })
	fireEvent.pointerDown(target, at(300))
	fireEvent.pointerMove(target, at(150))
	resizeTo(359, 630)
	expect(screen.queryByRole('navigation')).toBeNull()
	const swiped = () => [list.dataset.turning, list.style.getPropertyValue('--swipe')]
	expect(swiped()).toEqual([undefined, 'none'])
	resizeTo(309, 340)
	fireEvent.pointerMove(target, at(100))
	expect([page(), ...swiped()]).toEqual([first, undefined, 'none'])
})

test('[ROOM-230] the list hears of a swipe until its end, also where its tile goes; a tap stays with the tile', () => {
	const { list, swipe } = show()
	const captured: number[] = []
	list.setPointerCapture = pointerId => void captured.push(pointerId)
	swipe(300, 295)
	expect(captured).toEqual([])
	swipe(300, 250, 200)
	expect(captured).toEqual([1])
})

test('[ROOM-230] tiles move with the page, unless less motion is preferred', () => {
	const { animated, ref } = show()
	act(() => ref.current?.turnPage(1))
	expect(animated.length).toBeGreaterThan(0)
	cleanup()
	isCalm = true
	const calm = show()
	act(() => calm.ref.current?.turnPage(1))
	expect([calm.animated, calm.page(), calm.list.dataset.turning]).toEqual([[], second, undefined])
})

test('[ROOM-230] the focus goes to the page that is shown', () => {
	const { ref, page } = show()
	screen.getByRole('button', { name: m.room_pin({ name: 'p2' }) }).focus()
	act(() => ref.current?.turnPage(1))
	const focused = document.activeElement?.closest<HTMLElement>('[data-person]')?.dataset.person
	expect([focused, page()]).toEqual(['p7', second])
})

test('[ROOM-231] who speaks on another page comes to this one, where nobody else moves; until then the pager shows it', () => {
	const { rerender, page } = show()
	const mark = () => screen.queryByRole('img', { name: m.room_page_speaking() })
	rerender(aRoom({ speaking: new Set(['p9']) as never }))
	expect([page(), mark() === null]).toEqual([first, false])
	act(() => vi.advanceTimersByTime(1_000))
	expect([page(), mark()]).toEqual([['p1', 'p2', 'p3', 'p4', 'p5', 'p9'], null])
	// The own voice is no news.
	rerender(aRoom({ speaking: new Set(['self']) as never }))
	expect(mark()).toBeNull()
})

test('[ROOM-230] beside a shared screen the strip has pages, and the presenter is on the first', () => {
	const { rerender, page } = show()
	fireEvent.click(screen.getByRole('button', { name: m.room_page_after() }))
	rerender(aRoom({ sharing: { presenter: 'p8' } as never }))
	expect(page()).toContain('p8')
	expect([page().length, screen.getByRole('navigation').textContent]).toEqual([4, expect.stringContaining('1 / 3')])
})

test('[ROOM-124] the person who is shown large to everybody is marked', () => {
	const { list } = show(aRoom({ spotlight: 'p2' as ParticipantId }))
	const marked = [...list.querySelectorAll<HTMLElement>('[data-person]')].filter(tile =>
		tile.textContent.includes(m.room_spotlit()),
	)
	expect(marked.map(tile => tile.dataset.person)).toEqual(['p2'])
})

test('[ROOM-115] while the own tile is hidden, being shown to everybody changes nothing here', () => {
	const { page } = show(aRoom({ spotlight: 'self' as ParticipantId }), true)
	expect(page()).toEqual(first)
})
