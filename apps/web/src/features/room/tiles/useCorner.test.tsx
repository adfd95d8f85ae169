import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { nearestCorner, useCorner } from './useCorner.ts'

afterEach(cleanup)

function Floating() {
	const tile = useRef<HTMLDivElement>(null)
	const { corner, handlers } = useCorner(tile)
	return (
		<div>
			<div ref={tile} data-testid="tile" data-corner={corner}>
				<button type="button" {...handlers} />
			</div>
		</div>
	)
}

/** A tile of 100 by 140 on a stage of 400 by 600. */
function show() {
	render(<Floating />)
	const tile = screen.getByTestId('tile')
	const animate = vi.fn()
	const offsets = { left: 290, top: 450 }
	const at = () => {
		const [, x = '0', y = '0'] = /translate\((-?\d+)px, (-?\d+)px\)/.exec(tile.style.transform) ?? []
		return { left: offsets.left + Number(x), top: offsets.top + Number(y), width: 100, height: 140 } as DOMRect
	}
	Object.assign(tile, { getBoundingClientRect: at, animate })
	Object.assign(tile.parentElement ?? {}, {
		getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 600 }),
	})
	const button = screen.getByRole('button')
	button.setPointerCapture = () => {}
	return { tile, button, animate, corner: () => tile.dataset.corner }
}

test('[ROOM-107] the nearest corner is that of the quarter in which the middle lies', () => {
	const stage = { left: 10, top: 10, width: 100, height: 200 }
	expect(nearestCorner({ x: 59, y: 109 }, stage)).toBe('top-left')
	expect(nearestCorner({ x: 61, y: 109 }, stage)).toBe('top-right')
	expect(nearestCorner({ x: 59, y: 111 }, stage)).toBe('bottom-left')
	expect(nearestCorner({ x: 61, y: 111 }, stage)).toBe('bottom-right')
})

test('[ROOM-107] a tile that is dragged follows the finger, and glides to the nearest corner', () => {
	const { tile, button, animate, corner } = show()
	fireEvent.pointerDown(button, { button: 0, clientX: 340, clientY: 500 })
	fireEvent.pointerMove(button, { clientX: 100, clientY: 150 })
	expect(tile.style.transform).toBe('translate(-240px, -350px)')
	fireEvent.pointerUp(button)
	expect([corner(), tile.style.transform]).toEqual(['top-left', ''])
	expect(animate).toHaveBeenCalledOnce()
})

test('[ROOM-107] a tap moves nothing, and a cancelled drag ends in a corner', () => {
	const { tile, button, corner } = show()
	fireEvent.pointerDown(button, { button: 0, clientX: 340, clientY: 500 })
	fireEvent.pointerMove(button, { clientX: 343, clientY: 502 })
	fireEvent.pointerUp(button)
	expect([corner(), tile.style.transform]).toEqual(['bottom-right', ''])
	fireEvent.pointerDown(button, { button: 0, clientX: 340, clientY: 500 })
	fireEvent.pointerMove(button, { clientX: 340, clientY: 100 })
	fireEvent.pointerCancel(button)
	expect([corner(), tile.style.transform]).toEqual(['top-right', ''])
	// Without a press the tile stays.
	fireEvent.pointerMove(button, { clientX: 0, clientY: 0 })
	expect(tile.style.transform).toBe('')
})

test('[ROOM-107] arrow keys and Enter move it', () => {
	const { button, corner } = show()
	const after = (key: string) => {
		fireEvent.keyDown(button, { key })
		return corner()
	}
	expect([after('ArrowLeft'), after('ArrowUp'), after('ArrowRight'), after('ArrowDown')]).toEqual([
		'bottom-left',
		'top-left',
		'top-right',
		'bottom-right',
	])
	expect([after('Enter'), after('Enter'), after('a')]).toEqual(['bottom-left', 'top-left', 'top-left'])
})
