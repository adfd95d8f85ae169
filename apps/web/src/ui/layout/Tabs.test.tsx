// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { stubResizeObserver } from '../../testing/stubResizeObserver.ts'
import { Tabs } from './Tabs.tsx'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

function Harness({ marked }: { marked?: string }) {
	const [value, setValue] = useState('a')
	const tabs = ['a', 'b', 'c'].map(name => ({
		value: name,
		text: name.toUpperCase(),
		mark: name === marked ? 'new' : undefined,
	}))
	return (
		<Tabs label="tabs" tabs={tabs} value={value} onValueChange={setValue}>
			{`panel ${value}`}
		</Tabs>
	)
}

test.each([
	['ArrowRight', 'B'],
	['ArrowLeft', 'C'],
	['End', 'C'],
	['Home', 'A'],
])('%s from the first tab goes to %s, the focus with it', (key, name) => {
	render(<Harness />)
	fireEvent.keyDown(screen.getByRole('tab', { name: 'A' }), { key })
	const tab = screen.getByRole('tab', { name })
	expect(tab.getAttribute('aria-selected')).toBe('true')
	expect(document.activeElement === tab || name === 'A').toBe(true)
	expect(screen.getByRole('tabpanel').textContent).toBe(`panel ${name.toLowerCase()}`)
})

test('a count is a number beside the text, read with the words of its own', () => {
	const tabs = [{ value: 'a', text: 'Questions', count: { value: 3, label: 'Questions · 3' } }]
	render(
		<Tabs label="tabs" tabs={tabs} value="a" onValueChange={() => {}}>
			panel
		</Tabs>,
	)
	expect(screen.getByRole('tab', { name: 'Questions · 3' }).textContent).toBe('Questions3Questions · 3')
})

test('where the strip has no room for all tabs, one that is chosen or has something new is scrolled to', () => {
	vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
	vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(250)
	vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
		return [...(this.parentElement?.children ?? [])].indexOf(this) * 120
	})
	const { rerender } = render(<Harness />)
	const strip = screen.getByRole('tablist')
	expect(strip.scrollLeft).toBe(0)
	rerender(<Harness marked="c" />)
	expect(strip.scrollLeft).toBe(240 + 100 + 28 - 250)
	fireEvent.click(screen.getByRole('tab', { name: 'B' }))
	expect(strip.scrollLeft).toBe(120 - 28)
	fireEvent.click(screen.getByRole('tab', { name: 'A' }))
	expect(strip.scrollLeft).toBe(0)
})

test('an end of the strip with more tabs behind it is marked', () => {
	vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(250)
	const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(250)
	render(<Harness />)
	const strip = screen.getByRole('tablist')
	const ends = () => ['data-more-before', 'data-more-after'].filter(name => strip.hasAttribute(name))
	expect(ends()).toEqual([])
	// A larger text.
	width.mockReturnValue(340)
	fireEvent.scroll(strip)
	expect(ends()).toEqual(['data-more-after'])
	strip.scrollLeft = 40
	fireEvent.scroll(strip)
	expect(ends()).toEqual(['data-more-before', 'data-more-after'])
	strip.scrollLeft = 90
	fireEvent.scroll(strip)
	expect(ends()).toEqual(['data-more-before'])
})

test('the ends follow the size of each tab, of those that are there now, and nothing is watched after leaving', () => {
	const { observed, resize } = stubResizeObserver()
	onTestFinished(() => void vi.unstubAllGlobals())
	vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(250)
	const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(250)
	const tabs = (...names: string[]) => (
		<Tabs label="tabs" tabs={names.map(name => ({ value: name, text: name }))} value="a" onValueChange={() => {}}>
			panel
		</Tabs>
	)
	const { rerender, unmount } = render(tabs('a', 'b'))
	const strip = screen.getByRole('tablist')
	expect(observed()).toHaveLength(3)
	rerender(tabs('a', 'b', 'c'))
	expect(observed()).toHaveLength(4)
	width.mockReturnValue(340)
	resize(screen.getByRole('tab', { name: 'c' }))
	expect(strip.hasAttribute('data-more-after')).toBe(true)
	unmount()
	expect(observed()).toEqual([])
	width.mockReturnValue(250)
	fireEvent.scroll(strip)
	expect(strip.hasAttribute('data-more-after')).toBe(true)
})
