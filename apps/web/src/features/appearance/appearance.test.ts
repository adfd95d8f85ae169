import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../../storage/index.ts'
import {
	applyTheme,
	chooseTextSize,
	chooseTheme,
	getChosenTheme,
	getTextSize,
	setPageTransitions,
	subscribeToTheme,
	usePageTransitions,
	useTextSize,
} from './index.ts'

const page = document.documentElement

afterEach(() => {
	localStorage.clear()
	page.removeAttribute('style')
	applyTheme()
})

test('a chosen theme is stored and applied; without one the page follows the device again', () => {
	let told = 0
	const stop = subscribeToTheme(() => told++)
	chooseTheme('dark')
	expect([page.dataset.theme, localStorage.getItem('theme'), getChosenTheme()]).toEqual(['dark', 'dark', 'dark'])
	chooseTheme(undefined)
	expect([page.dataset.theme, localStorage.getItem('theme'), getChosenTheme()]).toEqual(['', null, undefined])
	expect(told).toBe(2)
	stop()
	chooseTheme('light')
	expect(told).toBe(2)
})

test('a text size is stored and applied at once; an unknown one counts as 1', () => {
	chooseTextSize('1.3')
	expect([page.style.getPropertyValue('--text-scale'), localStorage.getItem('textScale')]).toEqual(['1.3', '1.3'])
	expect(getTextSize()).toBe('1.3')
	localStorage.setItem('textScale', '7')
	expect(getTextSize()).toBe('1')
})

test('a component follows the text size and the page transitions, and reads neither after it was left', () => {
	const { result, unmount } = renderHook(() => [useTextSize(), usePageTransitions()])
	act(() => chooseTextSize('1.15'))
	act(() => setPageTransitions(false))
	expect(result.current).toEqual(['1.15', false])
	unmount()
	const read = vi.spyOn(storage, 'read')
	chooseTextSize('1.3')
	setPageTransitions(true)
	expect(read).not.toHaveBeenCalled()
	read.mockRestore()
})
