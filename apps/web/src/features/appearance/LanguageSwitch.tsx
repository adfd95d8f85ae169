import { defaultLocale, locales, localeTags } from '@parley/core'
import { clsx } from 'clsx'
import { chooseLanguage, language, m } from '../../locales/index.ts'
import styles from './LanguageSwitch.module.css'

/** Returns the language after the current one: its own name, and how to choose it. */
export function nextLanguage() {
	const next = locales[(locales.indexOf(language()) + 1) % locales.length] ?? defaultLocale
	return {
		name: m.common_language_name({}, { locale: next }),
		/** `lang` of the element that shows its name. */
		tag: localeTags[next],
		/** Stores the choice in this browser without reloading. */
		choose: () => chooseLanguage(next),
	}
}

/** A button with the name of the other language, on a page or over a picture. */
export function LanguageSwitch({ tone = 'plain' }: { tone?: 'plain' | 'picture' }) {
	const { name, tag, choose } = nextLanguage()
	return (
		<button
			type="button"
			lang={tag}
			className={clsx(styles.chip, styles[tone])}
			aria-label={m.common_language_switch()}
			onClick={choose}
		>
			{name}
		</button>
	)
}
