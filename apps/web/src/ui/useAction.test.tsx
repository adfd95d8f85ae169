import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAction } from './useAction.ts'

afterEach(cleanup)

/** An action whose end is chosen by the test. */
function renderAction(onDone: (result: string) => unknown = vi.fn()) {
	const ends: { resolve(result: string): void; reject(error: Error): void }[] = []
	const action = vi.fn((_name: string) => new Promise<string>((resolve, reject) => ends.push({ resolve, reject })))
	const { result, unmount } = renderHook(() => useAction(action, onDone))
	return { action, ends, unmount, run: (name: string) => result.current[0](name), isRunning: () => result.current[1] }
}

test('an action that runs is not started again', async () => {
	const { action, ends, run, isRunning } = renderAction()
	await act(async () => void run('first'))
	await act(async () => void run('second'))
	expect(action.mock.calls).toEqual([['first']])
	expect(isRunning()).toBe(true)
	await act(async () => ends[0]?.resolve(''))
	expect(isRunning()).toBe(false)
	await act(async () => void run('third'))
	expect(action).toHaveBeenCalledTimes(2)
})

test('it counts as running until what follows it is done', async () => {
	let finish = () => {}
	const { ends, run, isRunning } = renderAction(() => new Promise<void>(resolve => (finish = resolve)))
	await act(async () => void run(''))
	await act(async () => ends[0]?.resolve(''))
	expect(isRunning()).toBe(true)
	await act(async () => finish())
	expect(isRunning()).toBe(false)
})

test('nothing follows once the component is unmounted', async () => {
	const onDone = vi.fn()
	const { ends, run, unmount } = renderAction(onDone)
	const finished = run('')
	unmount()
	ends[0]?.resolve('late')
	await finished
	expect(onDone).not.toHaveBeenCalled()
})

test('an error reaches the caller, and the action may be started again', async () => {
	const { ends, run, isRunning } = renderAction()
	let caught: unknown
	await act(async () => void run('').catch(error => (caught = error)))
	await act(async () => ends[0]?.reject(new Error('broken')))
	expect(caught).toEqual(new Error('broken'))
	expect(isRunning()).toBe(false)
})

test('what follows is done also where a component is mounted twice, as in development', async () => {
	const onDone = vi.fn()
	const { result } = renderHook(() => useAction(async () => 'done', onDone), { reactStrictMode: true })
	await act(() => result.current[0]())
	expect([onDone.mock.calls, result.current[1]]).toEqual([[['done']], false])
})
