import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'

afterEach(cleanup)

const getNext = () => document.querySelector<HTMLElement>('[data-next]')

function Cards({ isShown }: { isShown: boolean }) {
	const cards = useRef<HTMLDivElement>(null)
	useFocusAfterRemoval(cards, getNext)
	return (
		<>
			<div ref={cards}>{isShown && <button type="button">Answer</button>}</div>
			<button type="button" data-next="">
				Microphone
			</button>
			<input aria-label="message" />
		</>
	)
}
const settled = () => act(async () => void (await new Promise(resolve => setTimeout(resolve))))

test('the focus of a card that goes is on the controls', async () => {
	const { rerender } = render(<Cards isShown />)
	screen.getByText('Answer').focus()
	rerender(<Cards isShown={false} />)
	await settled()
	expect(document.activeElement?.textContent).toBe('Microphone')
})

test('the focus of somebody who types elsewhere stays', async () => {
	const { rerender } = render(<Cards isShown />)
	screen.getByText('Answer').focus()
	screen.getByLabelText('message').focus()
	rerender(<Cards isShown={false} />)
	await settled()
	expect(document.activeElement).toBe(screen.getByLabelText('message'))
})
