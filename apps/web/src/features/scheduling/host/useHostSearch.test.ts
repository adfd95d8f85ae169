import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reachability } from '../../../api/index.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { useHostSearch } from './useHostSearch.ts'

const hosts = 'GET /meeting/users/getHostUser'
const debounceMs = 300

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const startSearch = (typed = '') => renderHook(({ typed }) => useHostSearch(typed), { initialProps: { typed } })

test('[HOST-02] a field that is emptied before the search begins sends nothing', async () => {
	const server = stubServer({ [hosts]: { data: [] } })
	const { result, rerender } = startSearch('李')
	expect(result.current.search.status).toBe('searching')
	rerender({ typed: ' ' })
	expect(result.current.search.status).toBe('idle')
	await pass(debounceMs)
	expect(server.requests).toEqual([])
})

test('[HOST-02] a screen that was left neither starts a search nor waits for one', async () => {
	const server = stubServer({ [hosts]: () => new Promise(() => {}) })
	const { unmount } = startSearch('李')
	unmount()
	expect(vi.getTimerCount()).toBe(0)
	const second = startSearch('李')
	await pass(debounceMs)
	expect(server.requests.map(({ signal }) => signal?.aborted)).toEqual([false])
	second.unmount()
	expect(server.requests.map(({ signal }) => signal?.aborted)).toEqual([true])
})

test('a search that failed is repeated when the server can be reached again', async () => {
	const server = stubServer({ [hosts]: 'no-answer' })
	const { result, rerender } = startSearch('李')
	await pass(debounceMs)
	expect(result.current.search.status).toBe('failed')
	server.answers[hosts] = { data: [] }
	act(() => reachability.set(true))
	await pass(debounceMs)
	expect(result.current.search.status).toBe('found')
	expect(server.count(hosts)).toBe(2)
	server.answers[hosts] = 'no-answer'
	rerender({ typed: '王' })
	await pass(debounceMs)
	rerender({ typed: '' })
	act(() => reachability.set(true))
	await pass(debounceMs)
	expect(result.current.search.status).toBe('idle')
	expect(vi.getTimerCount()).toBe(0)
})
