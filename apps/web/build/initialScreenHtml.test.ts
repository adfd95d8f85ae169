import { locales } from '@parley/core'
import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../src/locales/generated/runtime.js'
import { type RouteEntry, routeTable } from '../src/navigation/routes.ts'
import { initialScreenHtml } from './initialScreenHtml.ts'

test.each(routeTable.flatMap((entry: RouteEntry) => entry.screen ?? []))(
	'the initial HTML of %s has the title of the screen in every language',
	async name => {
		const { title } = await import(`../src/screens/${name}/${name}.screen.tsx`)
		const html = initialScreenHtml(name)
		// The title of an agreement depends on its path; the room says that it is entered, the landing what it is for.
		if (['Agreement', 'Room', 'Landing'].includes(name)) return expect(html).toContain('data-initial')
		for (const locale of locales) {
			overwriteGetLocale(() => locale)
			expect(html).toContain(`>${title()}</span>`)
		}
	},
)
