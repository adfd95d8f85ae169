import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Breadcrumb } from './Breadcrumb.tsx'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})
const path = (...names: string[]) => (
	<Breadcrumb label="path" crumbs={names.map(name => ({ key: name, text: name }))} onOpen={() => {}} />
)

test('the end of the path is in sight, and has the focus when the path has changed', () => {
	vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(400)
	const { rerender } = render(path('Parley'))
	expect(document.activeElement).toBe(document.body)
	rerender(path('Parley', 'Design'))
	expect(document.activeElement).toBe(screen.getByText('Design'))
	expect(screen.getByRole('list').scrollLeft).toBe(400)
	screen.getByText('Design').blur()
	rerender(path('Parley', 'Design'))
	expect(document.activeElement).toBe(document.body)
})
