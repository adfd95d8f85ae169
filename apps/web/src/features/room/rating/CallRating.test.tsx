import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubServer } from '../../../testing/stubServer.ts'
import { CallRating } from './CallRating.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const choice = (name: string) => screen.getByRole('button', { name })
const isChosen = (name: string) => choice(name).getAttribute('aria-pressed') === 'true'

test('[ROOM-172] one tap saves how the call was, and another one changes it', async () => {
	const server = stubServer({ 'POST /meeting/visits/rating': { data: {} } })
	render(<CallRating visitToken="token-1" />)
	fireEvent.click(choice('很好'))
	await screen.findByText('已记录，谢谢')
	expect(isChosen('很好')).toBe(true)
	fireEvent.click(choice('不好'))
	await screen.findByText('已记录，谢谢')
	expect([isChosen('很好'), isChosen('不好')]).toEqual([false, true])
	expect(server.requests.map(({ body }) => body)).toMatchObject([
		{ visit: 'token-1', rating: 'great' },
		{ visit: 'token-1', rating: 'poor' },
	])
})

test('[ROOM-172] what could not be saved is not shown as chosen', async () => {
	stubServer({ 'POST /meeting/visits/rating': { code: 404, status: 404 } })
	render(<CallRating visitToken="token-1" />)
	fireEvent.click(choice('还可以'))
	await screen.findByText('没有保存成功，请再点一次')
	expect(isChosen('还可以')).toBe(false)
})

test('[ROOM-172] of quick taps the last one counts, and a late failure of the first does not change it', async () => {
	let answerFirst = (): void => undefined
	const first = new Promise<void>(resolve => {
		answerFirst = resolve
	})
	const server = stubServer({
		'POST /meeting/visits/rating': async ({ body }) => {
			if (body.rating !== 'poor') return { data: {} }
			await first
			return { code: 404, status: 404 }
		},
	})
	render(<CallRating visitToken="token-1" />)
	fireEvent.click(choice('不好'))
	await vi.waitFor(() => expect(server.requests).toHaveLength(1))
	for (const name of ['还可以', '很好']) fireEvent.click(choice(name))
	answerFirst()
	await screen.findByText('已记录，谢谢')
	expect(server.requests.map(({ body }) => body.rating)).toEqual(['poor', 'great'])
	expect([isChosen('很好'), isChosen('不好')]).toEqual([true, false])
})

test('[ROOM-172] until there is an answer, the card says what becomes of it', async () => {
	stubServer({ 'POST /meeting/visits/rating': { data: {} } })
	render(<CallRating visitToken="token-1" />)
	const note = screen.getByRole('status')
	expect(note.textContent).toBe('只统计数量，不显示评价人')
	fireEvent.click(choice('很好'))
	await vi.waitFor(() => expect(note.textContent).toBe('已记录，谢谢'))
})
