import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { DeniedScreen } from './DeniedScreen.tsx'

const start = 1_800_000_000_000

beforeEach(() => {
	vi.useFakeTimers({ now: start })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const askAgain = () => screen.getByRole<HTMLButtonElement>('button', { name: m.waiting_ask_again() })
const said = () => screen.getByRole('status').textContent

function show(message = '请三点再来') {
	const onAskAgain = vi.fn()
	const denial = { topic: '港口规划', hostName: '韩梅', message, askAgainAt: start + 300_000 }
	render(<DeniedScreen denial={denial} signedIn={false} onAskAgain={onAskAgain} onHome={() => {}} />)
	return onAskAgain
}

test('[ROOM-183] the screen has the focus, names the meeting and its host, and quotes the words of the host', () => {
	show()
	expect(document.activeElement).toBe(screen.getByRole('heading', { name: m.room_out_denied_title() }))
	for (const text of ['港口规划', m.waiting_host({ name: '韩梅' }), '请三点再来']) screen.getByText(text)
	cleanup()
	show('')
	expect(screen.queryByText(m.waiting_message())).toBeNull()
})

test('[ROOM-183] the time counts down each second, is read out each minute, and then the button can be pressed', () => {
	const onAskAgain = show()
	screen.getByText(m.waiting_ask_in({ time: '05:00' }))
	expect(said()).toBe(m.waiting_ask_in_minutes({ minutes: 5 }))
	pass(1_000)
	screen.getByText(m.waiting_ask_in({ time: '04:59' }))
	expect(said()).toBe(m.waiting_ask_in_minutes({ minutes: 5 }))
	pass(59_000)
	expect(said()).toBe(m.waiting_ask_in_minutes({ minutes: 4 }))
	pass(239_000)
	expect(askAgain().disabled).toBe(true)
	fireEvent.click(askAgain())
	expect(onAskAgain).not.toHaveBeenCalled()
	pass(1_000)
	expect(said()).toBe(m.waiting_ask_now())
	expect(askAgain().disabled).toBe(false)
	expect(vi.getTimerCount()).toBe(0)
	fireEvent.click(askAgain())
	expect(onAskAgain).toHaveBeenCalledOnce()
})

test('[ROOM-183] a page that slept while the time ran out says so at once', () => {
	show()
	vi.setSystemTime(start + 400_000)
	pass(1_000)
	expect(askAgain().disabled).toBe(false)
})
