import type { Participant } from '@parley/room'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { type ParticipantTileProps, Tile } from './Tile.tsx'

afterEach(cleanup)

const hanMei = { id: 'p1', name: '韩梅', role: 'member', sending: { microphone: true, camera: false }, connected: true }
const box = { left: 0, top: 0, width: 300, height: 200 }
const show = (fields: Partial<Participant> = {}, own = false, rest: Partial<ParticipantTileProps> = {}) =>
	render(
		<Tile
			person={{ ...hanMei, ...fields } as Participant}
			camera={undefined}
			speaking={false}
			own={own}
			box={box}
			{...rest}
		/>,
	)

test('the mark of the own name stays whole when the name is truncated', () => {
	show({ name: 'Maximiliana Featherstonehaugh' }, true)
	const name = screen.getByText('Maximiliana Featherstonehaugh')
	expect(name.textContent).not.toContain(m.room_you())
	expect(name.nextElementSibling?.textContent).toBe(m.room_you())
})

const small = { ...box, width: 96, height: 96 }
/** Returns the visible head and tail of the name in a small tile. */
const seenOf = (name: string, own = false) => {
	const { container, unmount } = show({ name }, own, { box: small })
	const seen = [...container.querySelectorAll('.label [aria-hidden="true"]')].map(({ textContent }) => textContent)
	const read = container.querySelector('.label .sr-only')?.textContent
	unmount()
	return [seen, read]
}

test('[ROOM-208] the own name is one word in a small tile, and others keep their end; screen readers read all of them', () => {
	expect(seenOf('Maximiliana Featherstonehaugh', true)).toEqual([['我'], 'Maximiliana Featherstonehaugh（我）'])
	expect(seenOf('Visitor 12')).toEqual([['Visitor', ' 12'], 'Visitor 12'])
	expect(seenOf('欧阳娜娜同学（研发部）')).toEqual([['欧阳娜娜', '同学'], '欧阳娜娜同学（研发部）'])
	expect(seenOf('韩梅梅')).toEqual([['韩梅梅'], '韩梅梅'])
	expect(seenOf('Li Lei')).toEqual([['Li Lei'], 'Li Lei'])
})

test('the status of an absent person replaces their initials', () => {
	const initials = (shown: ReturnType<typeof show>) => shown.container.querySelector('.face')
	expect(initials(show())).not.toBeNull()
	cleanup()
	const shown = show({ connected: false })
	expect(screen.getByText(m.room_away())).toBeTruthy()
	expect(initials(shown)).toBeNull()
	expect(screen.getByText('韩梅')).toBeTruthy()
})

test('the picture is of the camera of now, and of none once the tile is gone', () => {
	const person = { ...hanMei, sending: { microphone: true, camera: true } } as Participant
	const tile = (id: string) => (
		<Tile person={person} camera={{ id } as MediaStreamTrack} speaking={false} own={false} box={box} />
	)
	vi.stubGlobal(
		'MediaStream',
		class extends MediaStream {
			tracks: MediaStreamTrack[]
			constructor(tracks: MediaStreamTrack[]) {
				super()
				this.tracks = tracks
			}
		},
	)
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
	onTestFinished(() => {
		vi.unstubAllGlobals()
		vi.restoreAllMocks()
	})
	const { container, rerender, unmount } = render(tile('front'))
	const video = container.querySelector('video') as HTMLVideoElement
	const shown = () => (video.srcObject as unknown as { tracks: { id: string }[] } | null)?.tracks.map(({ id }) => id)
	expect(shown()).toEqual(['front'])
	rerender(tile('back'))
	expect(shown()).toEqual(['back'])
	unmount()
	expect(video.srcObject).toBeNull()
})

test('[ROOM-83] [ROOM-88] a camera that is not received gives way to the initials and the reason', () => {
	vi.stubGlobal('MediaStream', class {})
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
	onTestFinished(() => {
		vi.unstubAllGlobals()
		vi.restoreAllMocks()
	})
	const on = { sending: { microphone: true, camera: true } }
	const camera = { id: 'front' } as MediaStreamTrack
	const { container } = show(on, false, { camera, hiddenBecause: 'paused' })
	expect(container.querySelector('video')).toBeNull()
	expect(screen.getByText(m.room_picture_paused())).toBeTruthy()
	cleanup()
	show(on, false, { camera, hiddenBecause: 'sound-only' })
	expect(screen.getByText(m.room_sound_only_mark())).toBeTruthy()
	cleanup()
	// A camera that is off has no reason but that.
	show({}, false, { hiddenBecause: 'paused' })
	expect(screen.queryByText(m.room_picture_paused())).toBeNull()
})

test('[ROOM-87] the bars of a weak line have words, those of a good one are not shown', () => {
	show({}, false, { quality: 'poor' })
	expect(screen.getByRole('img', { name: m.room_quality_poor() })).toBeTruthy()
	cleanup()
	show({}, false, { quality: 'fair' })
	expect(screen.getByRole('img', { name: m.room_quality_fair() })).toBeTruthy()
	cleanup()
	show()
	expect(screen.queryByRole('img')).toBeNull()
})

test('[ROOM-99] a tile without a place is not shown, and an own one that floats needs none', () => {
	const item = () => screen.getByRole('listitem', { hidden: true })
	show({}, false, { box: undefined })
	expect(item().hidden).toBe(true)
	cleanup()
	const floating = { tile: { current: null }, corner: 'bottom-right', handlers: {} as never } as const
	show({}, true, { box: undefined, floating })
	expect(item().hidden).toBe(false)
})

test('[ROOM-98] a raised hand is shown with its place in line', () => {
	show({}, false, { hand: 2 })
	expect(screen.getByRole('img', { name: m.room_hand_place({ place: 2 }) })).toBeTruthy()
})

test('[ROOM-101] a tile is pressed to pin it, and says whether it is pinned', () => {
	const onToggle = vi.fn()
	show({}, false, { pin: { isPinned: false, onToggle } })
	fireEvent.click(screen.getByRole('button', { name: m.room_pin({ name: '韩梅' }), pressed: false }))
	expect(onToggle).toHaveBeenCalledOnce()
	cleanup()
	show({}, false, { pin: { isPinned: true, onToggle } })
	expect(screen.getByRole('button', { pressed: true })).toBeTruthy()
	cleanup()
	show()
	expect(screen.queryByRole('button')).toBeNull()
})

test.each([
	['guest', m.room_guest()],
	['host', m.room_host()],
	['co-host', m.room_co_host()],
] as const)('[ROOM-110] the tile of a %s says so, because a guest may have the name of anybody', (role, label) => {
	show({ role })
	expect(screen.getByText(label)).toBeTruthy()
	cleanup()
	show()
	expect(screen.queryByText(label)).toBeNull()
})

test('[ROOM-124] the tile of the person who is shown large to everybody says so', () => {
	show({}, true, { isSpotlit: true })
	expect(screen.getByText(m.room_spotlit())).toBeTruthy()
	cleanup()
	show()
	expect(screen.queryByText(m.room_spotlit())).toBeNull()
})

test('[ROOM-232] the button in the corner opens what can be done towards the person, apart from the tile', () => {
	const [onMenu, onToggle] = [vi.fn(), vi.fn()]
	show({}, false, { onMenu, pin: { isPinned: false, onToggle } })
	const button = screen.getByRole('button', { name: m.room_person_more({ name: '韩梅' }) })
	fireEvent.click(button)
	expect([onMenu.mock.calls, onToggle.mock.calls]).toEqual([[[button]], []])
	cleanup()
	show()
	expect(screen.queryByRole('button', { name: m.room_person_more({ name: '韩梅' }) })).toBeNull()
})
