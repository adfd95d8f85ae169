import { type Locale, locales, localeTags } from '../../../contracts/core/src/locales.ts'
import { type InitialScreen, initialScreens } from '../src/app/initial/initialScreens.ts'
import { scene } from '../src/ui/art/scene.ts'
import { markSvg } from '../src/ui/brand/brand.ts'
import { messagesOf } from './messages.ts'

const messages = Object.fromEntries(locales.map(locale => [locale, messagesOf(locale)])) as Record<
	Locale,
	Record<string, string>
>

/** A message in every language. */
const text = (key: string) =>
	locales.map(locale => `<span lang="${localeTags[locale]}">${messages[locale][key]}</span>`).join('')

const heading = ({ title }: InitialScreen) => (title ? `<h1>${text(title)}</h1>` : '')
const block = (name: string, count = 1) => `<div class="initial-${name}"></div>`.repeat(count)
const bar = (title = '') =>
	`<header class="initial-bar"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6"/></svg>${title}</header>`
const main = (content: string) => `<main class="initial-main">${content}</main>`
const field = `${block('line')}${block('field')}`

const layouts: Record<InitialScreen['layout'], (screen: InitialScreen) => string> = {
	form: screen => `${bar()}${main(`${heading(screen)}${field.repeat(3)}${block('button')}`)}`,
	page: screen => `${bar(heading(screen))}${main(block('card', 2))}`,
	list: screen => `${bar(heading(screen))}${main(block('card', 4))}`,
	detail: screen => `${bar(heading(screen))}${main(block('card'))}`,
	result: screen => main(`${block('field')}${heading(screen)}${block('line')}`),
	day: screen => main(`${heading(screen)}${block('field', 2)}${block('card', 4)}`),
	room: screen => main(heading(screen)),
	login: screen =>
		`<header class="initial-picture">${scene('dusk')}${heading(screen)}</header>${main(`${field.repeat(2)}${block('field')}`)}`,
	landing,
}

/** The HTML of a screen until React replaces it. */
export function initialScreenHtml(name: string): string {
	const screen = initialScreens[name as keyof typeof initialScreens]
	const { layout } = screen
	if (layout === 'landing') return layouts.landing(screen)
	const theme = layout === 'room' ? ' data-theme="dark"' : ''
	return `<div class="initial" data-initial data-layout="${layout}"${theme}>${layouts[layout](screen)}</div>`
}

function landing(): string {
	return [
		'<div class="landing" data-initial>',
		`<div class="landing-view">${scene('dusk')}</div>`,
		`<div class="landing-top"><span class="landing-name">${markSvg()}${text('app_name')}</span></div>`,
		`<div class="landing-body"><h1>${text('landing_title')}</h1><p class="landing-line">${text('landing_line')}</p>`,
		`<div class="landing-acts"><a class="landing-act landing-join" href="/joinQuickly">${text('joining_title')}</a>`,
		`<a class="landing-act" href="/Login"><span>${text('landing_login')}<span class="landing-or">${text('landing_or_register')}</span></span></a></div><div class="landing-foot"></div></div></div>`,
	].join('')
}
