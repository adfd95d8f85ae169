import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DropArea } from './DropArea.tsx'

afterEach(cleanup)

const file = new File(['x'], 'poster.jpg', { type: 'image/jpeg' })
const files = { dataTransfer: { types: ['Files'], files: [file] } }
const text = { dataTransfer: { types: ['text/plain'], files: [] } }

function show(disabled = false) {
	const onDrop = vi.fn()
	render(
		<DropArea label="松开" onDrop={onDrop} disabled={disabled}>
			<button type="button">海报</button>
		</DropArea>,
	)
	return { onDrop, target: screen.getByText('海报') }
}

test('[LAYOUT-10] a picture dragged over the area is announced, and taken when it is dropped', () => {
	const { onDrop, target } = show()
	fireEvent.dragEnter(target, files)
	fireEvent.dragEnter(target, files)
	fireEvent.dragLeave(target, files)
	expect(screen.queryByText('松开')).not.toBeNull()
	// The drop would be refused if this were not prevented; afterwards, the browser would open the file.
	expect([fireEvent.dragOver(target, files), fireEvent.drop(target, files)]).toEqual([false, false])
	expect(onDrop.mock.calls).toEqual([[[file]]])
	expect(screen.queryByText('松开')).toBeNull()
})

test('[LAYOUT-10] what leaves again, text, and a picture while one is being sent are not taken', () => {
	const { onDrop, target } = show()
	fireEvent.dragEnter(target, files)
	fireEvent.dragLeave(target, files)
	expect(screen.queryByText('松开')).toBeNull()
	expect([fireEvent.dragOver(target, text), fireEvent.drop(target, text)]).toEqual([true, true])
	cleanup()
	const busy = show(true)
	fireEvent.dragEnter(busy.target, files)
	expect(screen.queryByText('松开')).toBeNull()
	// It must not replace the page either.
	expect(fireEvent.drop(busy.target, files)).toBe(false)
	expect([onDrop.mock.calls, busy.onDrop.mock.calls]).toEqual([[], []])
})
