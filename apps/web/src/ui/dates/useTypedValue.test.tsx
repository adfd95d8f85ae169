import { act, cleanup, renderHook } from '@testing-library/react'
import type { ChangeEvent } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useTypedValue } from './useTypedValue.ts'

afterEach(cleanup)

function show() {
	const { result } = renderHook(() =>
		useTypedValue({
			initial: 5,
			format: value => `${value} min`,
			parse: text => (/^\d+$/.test(text) ? { value: Number(text) } : { error: 'no number' }),
			onEnter() {},
		}),
	)
	const field = () => result.current.field
	return {
		now: () => [result.current.value, field().value, field().error],
		type: (value: string) => act(() => field().onChange({ target: { value } } as ChangeEvent<HTMLInputElement>)),
		leave: () => act(() => field().onBlur()),
		choose: (value: number) => act(() => result.current.choose(value)),
	}
}

test('what is wrong is said when the field is left, until something else is typed', () => {
	const { now, type, leave } = show()
	type('x')
	expect(now()).toEqual([5, 'x', undefined])
	leave()
	expect(now()).toEqual([5, 'x', 'no number'])
	type('xx')
	expect(now()).toEqual([5, 'xx', undefined])
	type('7')
	leave()
	expect(now()).toEqual([7, '7 min', undefined])
})

test('what is chosen takes the place of what was typed, and of what was wrong with it', () => {
	const { now, type, leave, choose } = show()
	type('x')
	leave()
	choose(10)
	expect(now()).toEqual([10, '10 min', undefined])
})
