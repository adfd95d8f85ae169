import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { m } from '../locales/index.ts'
import { stubServer } from '../testing/stubServer.ts'
import { ChallengeRequest, requestChallenge } from './ChallengeRequest.tsx'

// Loading takes as long as the machine is busy.
beforeAll(async () => {
	await Promise.all([import('../features/challenge/index.ts'), import('../features/challenge/ChallengePanel.tsx')])
}, 60_000)
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const cancel = async () => {
	fireEvent.click(await screen.findByRole('button', { name: m.common_cancel() }))
}

test('[LOGIN-36] the slider comes over the page when a call asks for it; closed, there is no pass', async () => {
	stubServer({ 'GET /auth/getGtCaptcha': 'no-answer' })
	render(<ChallengeRequest />)
	expect(screen.queryByRole('dialog')).toBeNull()
	let pass: Promise<string | undefined> = Promise.resolve('none yet')
	act(() => {
		pass = requestChallenge()
	})
	const dialog = await screen.findByRole('dialog', { name: m.challenge_title() })
	expect(dialog.textContent).toContain(m.challenge_why())
	await cancel()
	expect(await pass).toBeUndefined()
})

test('[LOGIN-36] two calls ask one after the other, each with a challenge of its own', async () => {
	const server = stubServer({ 'GET /auth/getGtCaptcha': 'no-answer' })
	render(<ChallengeRequest />)
	const ended: string[] = []
	act(() => {
		void requestChallenge().then(() => ended.push('first'))
		void requestChallenge().then(() => ended.push('second'))
	})
	await cancel()
	await waitFor(() => expect(ended).toEqual(['first']))
	await waitFor(() => expect(server.count('GET /auth/getGtCaptcha')).toBe(2))
	await cancel()
	await waitFor(() => expect(ended).toEqual(['first', 'second']))
})

test('[ROOM-182] the slider closes when whoever asked for it is gone, and the next call is asked', async () => {
	const server = stubServer({ 'GET /auth/getGtCaptcha': 'no-answer' })
	render(<ChallengeRequest />)
	const gone = new AbortController()
	const ended: string[] = []
	act(() => {
		void requestChallenge(gone.signal).then(pass => ended.push(`first ${pass}`))
	})
	await screen.findByRole('dialog', { name: m.challenge_title() })
	act(() => gone.abort())
	await waitFor(() => expect([ended, screen.queryByRole('dialog')]).toEqual([['first undefined'], null]))
	// One who is gone before it is their turn is not asked.
	await requestChallenge(gone.signal)
	expect(server.count('GET /auth/getGtCaptcha')).toBe(1)
	act(() => {
		void requestChallenge().then(() => ended.push('second'))
	})
	await cancel()
	await waitFor(() => expect(ended).toEqual(['first undefined', 'second']))
})
