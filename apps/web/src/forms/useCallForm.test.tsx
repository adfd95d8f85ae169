import { ok, type Result } from '@parley/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import type { FormError } from './formError.ts'
import { useCallForm } from './useCallForm.ts'

afterEach(cleanup)

const schema = v.object({
	name: v.pipe(v.string(), v.trim(), v.nonEmpty('no name')),
	code: v.pipe(v.string(), v.nonEmpty('no code')),
})

function renderForm(
	send: (values: { name: string; code: string }) => Promise<Result<string, FormError<'name' | 'code'>>>,
) {
	const onDone = vi.fn()
	const { result } = renderHook(() => useCallForm({ defaultValues: { name: '', code: '' }, schema, send, onDone }))
	return {
		onDone,
		form: () => result.current,
		change: (values: { name?: string; code?: string }) => act(async () => result.current.change(values)),
		submit: () => act(async () => result.current.submit()),
	}
}

test('an invalid form shows its first broken rule and sends nothing', async () => {
	const send = vi.fn(async () => ok(''))
	const { form, change, submit } = renderForm(send)
	await submit()
	expect(form().error).toMatchObject({ field: 'name', message: 'no name' })
	expect([form().errorAt('name'), form().errorAt('code')]).toEqual(['no name', undefined])
	await change({ name: 'a' })
	expect(form().error).toBeUndefined()
	expect(send).not.toHaveBeenCalled()
})

test('a valid form sends the output of its schema', async () => {
	const send = vi.fn(async () => ok('token'))
	const { form, onDone, change, submit } = renderForm(send)
	await change({ name: ' a ', code: '1' })
	expect(form().values).toEqual({ name: ' a ', code: '1' })
	await submit()
	expect(send).toHaveBeenCalledWith({ name: 'a', code: '1' })
	expect(onDone).toHaveBeenCalledWith('token')
})

test('the error of the call is shown until a value changes', async () => {
	const { form, onDone, change, submit } = renderForm(async () => ({
		ok: false,
		failure: { type: 'wrongCode', message: 'wrong code', field: 'code' },
	}))
	await change({ name: 'a', code: '1' })
	await submit()
	expect(form().errorAt('code')).toBe('wrong code')
	expect(onDone).not.toHaveBeenCalled()
	await change({ code: '2' })
	expect(form().error).toBeUndefined()
})

test('while it is being sent it is not sent again; what cannot be loaded is a network error', async () => {
	let fail = () => {}
	const send = vi.fn(() => new Promise<never>((_, reject) => (fail = () => reject(new TypeError('no module')))))
	const { form, change, submit } = renderForm(send)
	await change({ name: 'a', code: '1' })
	await submit()
	await submit()
	expect(form().isSubmitting).toBe(true)
	expect(send).toHaveBeenCalledTimes(1)
	await act(async () => fail())
	expect(form()).toMatchObject({ isSubmitting: false, error: { type: 'network' } })
})
