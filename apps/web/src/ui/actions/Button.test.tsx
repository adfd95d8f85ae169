// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

afterEach(cleanup)

test('a working button keeps its focus, says what it does and cannot be pressed or submitted again', () => {
	const pressed = vi.fn()
	const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
	render(
		<form onSubmit={submitted}>
			<Button type="submit" loading="signing in" onClick={pressed}>
				Sign in
			</Button>
		</form>,
	)
	const button = screen.getByRole<HTMLButtonElement>('button')
	button.focus()
	fireEvent.click(button)
	expect(pressed).not.toHaveBeenCalled()
	expect(submitted).not.toHaveBeenCalled()
	expect(document.activeElement).toBe(button)
	expect(screen.getByRole('img', { name: 'signing in' })).toBeTruthy()
})

test('outside a form it does not submit unless told to', () => {
	const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
	render(
		<form onSubmit={submitted}>
			<Button>More</Button>
		</form>,
	)
	fireEvent.click(screen.getByRole('button'))
	expect(submitted).not.toHaveBeenCalled()
})
