// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

afterEach(cleanup)

function Harness() {
	const [value, setValue] = useState('a')
	const tabs = ['a', 'b', 'c'].map(name => ({ value: name, text: name.toUpperCase() }))
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
