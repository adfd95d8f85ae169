// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../locales/index.ts'
import { BrokenScreen } from './BrokenScreen.tsx'

vi.mock('../api/index.ts', () => ({ callApi: async () => ({ ok: false, failure: { refusal: 'offline' } }) }))
afterEach(cleanup)

const shown = (error: Error) => render(<BrokenScreen error={error} reset={() => {}} />)

test('a screen the network did not bring says that there is none', async () => {
	shown(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
	expect(await screen.findByRole('heading', { name: m.net_offline() })).toBeTruthy()
	expect(screen.queryByText(m.error_text())).toBeNull()
	expect(screen.getByRole('button', { name: m.error_retry() })).toBeTruthy()
})

test('a screen that broke says that', async () => {
	shown(new Error('x is undefined'))
	await new Promise(resolve => setTimeout(resolve, 20))
	expect(screen.getByRole('heading', { name: m.error_title() })).toBeTruthy()
})
