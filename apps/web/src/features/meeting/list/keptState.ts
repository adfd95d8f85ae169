import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'

/** A hook like `useState`, whose values are kept by a key for as long as the cache of what the server answered. */
export function createKeptState<T>(initial: T) {
	const valuesOfCache = new WeakMap<object, Map<string, T>>()
	return (key: string): [T, (value: T) => void] => {
		const cache = useQueryClient()
		const [, rerender] = useReducer(count => count + 1, 0)
		const values = valuesOfCache.get(cache) ?? new Map<string, T>()
		valuesOfCache.set(cache, values)
		return [
			values.has(key) ? (values.get(key) as T) : initial,
			value => {
				values.set(key, value)
				rerender()
			},
		]
	}
}
