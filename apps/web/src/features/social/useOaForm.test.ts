import { ok } from '@parley/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubServer } from '../../testing/stubServer.ts'
import { useOaForm } from './useOaForm.ts'

test('[BIND-04] a slider that was solved is gone, and its pass is sent', async () => {
	onTestFinished(() => void vi.unstubAllGlobals())
	stubServer({ 'GET /auth/isCaptchaOpen': { flat: { isOpen: 1 } } })
	const send = vi.fn(async () => ok('bound'))
	const onDone = vi.fn()
	const values = { name: 'hanmei', password: 'Parley-2026' }
	const { result } = renderHook(() => useOaForm(values, send, onDone))
	act(() => void result.current.submit())
	await waitFor(() => expect(result.current.challenge.open).toBe(true))
	expect(send).not.toHaveBeenCalled()
	act(() => result.current.challenge.onSolved('pass'))
	expect(result.current.challenge.open).toBe(false)
	await waitFor(() => expect(onDone).toHaveBeenCalledWith('bound'))
	expect(send.mock.calls).toEqual([[values, 'pass']])
})
