import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PictureInput } from './PictureInput.tsx'

test('the same picture can be chosen again: the chooser forgets it', () => {
	const onChoose = vi.fn()
	render(
		<PictureInput label="海报" onChoose={onChoose}>
			{() => null}
		</PictureInput>,
	)
	const input = screen.getByLabelText<HTMLInputElement>('海报')
	const values: string[] = []
	Object.defineProperty(input, 'value', { set: value => values.push(value), configurable: true })
	const file = new File(['x'], 'poster.jpg')
	fireEvent.change(input, { target: { files: [file] } })
	expect(values).toEqual([''])
	expect(onChoose.mock.calls).toEqual([[file]])
})
