// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

function refused(field: HTMLElement, kind: 'paste' | 'copy' | 'cut' | 'drop') {
	const event = createEvent[kind](field)
	fireEvent(field, event)
	return event.defaultPrevented
}

test('[LOGIN-15] [CREATE-21] paste, copy, cut and drop are refused', () => {
	render(<PasswordField label="password" showLabel="show" />)
	const field = screen.getByLabelText('password')
	for (const kind of ['paste', 'copy', 'cut', 'drop'] as const) expect(refused(field, kind)).toBe(true)
})

test('other fields let them through', () => {
	render(<TextField label="name" />)
	expect(refused(screen.getByLabelText('name'), 'paste')).toBe(false)
})

test('the toggle shows what is typed and says that it does', () => {
	render(<PasswordField label="password" showLabel="show" />)
	const field = screen.getByLabelText<HTMLInputElement>('password')
	const toggle = screen.getByRole('button', { name: 'show' })
	expect(field.type).toBe('password')
	fireEvent.click(toggle)
	expect(field.type).toBe('text')
	expect(toggle.getAttribute('aria-pressed')).toBe('true')
})

test('an error is tied to its field', () => {
	render(<TextField label="name" error="too short" />)
	const field = screen.getByLabelText('name')
	expect(field.getAttribute('aria-invalid')).toBe('true')
	const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
	expect(error?.textContent).toBe('too short')
	expect(error?.getAttribute('role')).toBe('alert')
})

test('clearing is heard by whoever listens for input, and the counter counts characters', () => {
	const heard: string[] = []
	render(
		<TextField
			label="topic"
			clearLabel="clear"
			counter
			maxCharacters={50}
			defaultValue="周会😀"
			onChange={event => heard.push(event.target.value)}
		/>,
	)
	expect(screen.getByText('3/50')).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: 'clear' }))
	expect(heard).toEqual([''])
	expect(screen.getByText('0/50')).toBeTruthy()
})
