// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DigitsField } from './DigitsField.tsx'

afterEach(cleanup)

function Harness({ start }: { start: string }) {
	const [value, setValue] = useState(start)
	return (
		<>
			<DigitsField label="number" value={value} onValueChange={setValue} />
			<output>{value}</output>
		</>
	)
}

function change(raw: string, caret: number, inputType = 'insertText') {
	const field = screen.getByLabelText<HTMLInputElement>('number')
	const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
	write?.call(field, raw)
	field.setSelectionRange(caret, caret)
	fireEvent(
		field,
		new InputEvent('input', { bubbles: true, inputType, isComposing: inputType === 'insertCompositionText' }),
	)
	return field
}

test('shows groups and hands out digits', () => {
	render(<Harness start="842391" />)
	const field = change('842 3915', 8)
	expect(field.value).toBe('842 391 5')
	expect(screen.getByRole('status').textContent).toBe('8423915')
	expect(field.selectionStart).toBe(9)
})

test('the caret stays in the middle', () => {
	render(<Harness start="842391" />)
	const field = change('8492 391', 3)
	expect(field.value).toBe('849 239 1')
	expect(field.selectionStart).toBe(3)
})

test('what changes nothing is put back, and the caret with it', () => {
	render(<Harness start="842391556" />)
	const field = change('842 39x1 556', 7)
	expect(field.value).toBe('842 391 556')
	expect(field.selectionStart).toBe(6)
})

test('a pasted text leaves its digits where the caret is, however long the words around them are', () => {
	render(<Harness start="842" />)
	const field = screen.getByLabelText<HTMLInputElement>('number')
	field.setSelectionRange(3, 3)
	fireEvent.paste(field, { clipboardData: { getData: () => 'The id of the meeting of today is 391-556, see you' } })
	expect(field.value).toBe('842 391 556')
})

test('a paste without digits changes nothing', () => {
	render(<Harness start="842" />)
	const field = screen.getByLabelText<HTMLInputElement>('number')
	fireEvent.paste(field, { clipboardData: { getData: () => 'no digits' } })
	expect(field.value).toBe('842')
})

test('the caret stays where the person has put it since, whatever is rendered', () => {
	const { rerender } = render(<Harness start="842391" />)
	const field = change('842 3915', 8)
	field.setSelectionRange(2, 2)
	rerender(<Harness start="842391" />)
	expect(field.selectionStart).toBe(2)
})

test('what an input method composes is left alone until it is done, and is grouped then', () => {
	render(<Harness start="842" />)
	const field = change('842３９１', 6, 'insertCompositionText')
	expect([field.value, screen.getByRole('status').textContent]).toEqual(['842３９１', '842'])
	fireEvent.compositionEnd(field)
	expect([field.value, screen.getByRole('status').textContent]).toEqual(['842 391', '842391'])
})
