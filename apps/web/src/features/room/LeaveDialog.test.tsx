import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LeaveDialog } from './LeaveDialog.tsx'

afterEach(cleanup)

const nothing = () => {}
const keep = { label: '返回会议列表，通话继续', onKeep: nothing }

test.each([
	['a host who leaves', { host: true }, '取消'],
	['another who leaves', { host: false }, '取消'],
	['a host who navigates back', { host: true, keep }, keep.label],
])('[ROOM-78] %s has the focus on the answer that changes nothing', async (_, props, name) => {
	render(<LeaveDialog open onOpenChange={nothing} onLeave={nothing} onEnd={nothing} {...props} />)
	const harmless = await screen.findByRole('button', { name })
	await waitFor(() => expect(document.activeElement).toBe(harmless))
})

const styles = (path: string) => readFileSync(join(import.meta.dirname, '../../ui', path), 'utf8')

/** The tokens of a theme, as the style sheet of the page has them. */
function tokensOf(theme: 'light' | 'dark'): Map<string, string> {
	const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(styles('tokens.css'))?.[1] ?? ''
	return new Map(
		[...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', value = '']) => [name, value]),
	)
}

function luminance(hex: string): number {
	const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
		const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string | undefined, other: string | undefined): number {
	const [dark = 0, light = 0] = [luminance(one ?? '#000'), luminance(other ?? '#000')].sort((a, b) => a - b)
	return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)('[ROOM-78] ending for everyone is readable and stands out in %s', async theme => {
	render(<LeaveDialog open host onOpenChange={nothing} onLeave={nothing} onEnd={nothing} />)
	const end = await screen.findByRole('button', { name: '为所有人结束' })
	const look = ['large', 'destructive'].map(name => end.classList.contains(name))
	expect(look).toEqual([true, true])
	const rule = /\.destructive\.large \{([^}]*)\}/.exec(styles('actions/Button.module.css'))?.[1] ?? ''
	const tokens = tokensOf(theme)
	const colour = (property: string) =>
		tokens.get(new RegExp(`\\b${property}: var\\(--([\\w-]+)\\)`).exec(rule)?.[1] ?? '')
	expect(contrast(colour('color'), colour('background'))).toBeGreaterThanOrEqual(6.5)
	// Its surface, beside that of the dialog.
	expect(contrast(colour('background'), tokens.get('raised'))).toBeGreaterThanOrEqual(3)
})
