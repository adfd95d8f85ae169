import { afterEach, expect, test, vi } from 'vitest'

const page = document.documentElement

async function runFirst(kept: Record<string, string>) {
	for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
	vi.resetModules()
	// @ts-expect-error it is a script of the page, not a module
	await import('./first.ts')
}

afterEach(() => {
	localStorage.clear()
	page.removeAttribute('style')
	delete page.dataset.theme
})

test('theme and text size that were chosen hold before anything is seen', async () => {
	await runFirst({ theme: 'dark', textScale: '1.15' })
	expect([page.dataset.theme, page.style.getPropertyValue('--text-scale')]).toEqual(['dark', '1.15'])
})

test.each(['1', '9', '1.3;color:red', 'large'])('a text size of %j changes nothing', async textScale => {
	await runFirst({ textScale })
	expect(page.style.getPropertyValue('--text-scale')).toBe('')
})
