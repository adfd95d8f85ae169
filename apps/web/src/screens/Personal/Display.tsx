import { type Locale, locales, localeTags } from '@parley/core'
import { ALargeSmall, Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import {
	chooseTextSize,
	chooseTheme,
	getChosenTheme,
	type TextSize,
	textSizes,
	useTextSize,
	useTheme,
} from '../../features/appearance/index.ts'
import { Chooser, type Choosing } from '../../features/personal/index.ts'
import { chooseLanguage, language, m } from '../../locales/index.ts'
import { ListRow, Section } from '../../ui/index.ts'

const looks = ['light', 'dark', 'system'] as const
type Look = (typeof looks)[number]

const lookWords = { light: m.personal_light, dark: m.personal_dark, system: m.personal_system }
const sizeWords = { '1': m.personal_text_standard, '1.15': m.personal_text_large, '1.3': m.personal_text_largest }
/** In its own language, for a person who cannot read the current one. */
const languageName = (locale: Locale) => m.common_language_name({}, { locale })

/** How the page looks and speaks, on this device. */
export function Display() {
	const [choosing, setChoosing] = useState<'language' | 'look' | 'size'>()
	useTheme()
	const look = getChosenTheme() ?? 'system'
	const size = useTextSize()

	const choices = {
		language: {
			title: m.personal_language(),
			chosen: language(),
			choices: locales.map(value => ({ value, text: languageName(value), lang: localeTags[value] })),
			onChoose: value => chooseLanguage(value as Locale),
		},
		look: {
			title: m.personal_appearance(),
			chosen: look,
			choices: looks.map(value => ({ value, text: lookWords[value]() })),
			onChoose: value => chooseTheme(value === 'system' ? undefined : (value as Exclude<Look, 'system'>)),
		},
		size: {
			title: m.personal_text_size(),
			chosen: size,
			choices: textSizes.map(value => ({ value, text: sizeWords[value](), scale: value })),
			onChoose: value => chooseTextSize(value as TextSize),
		},
	} satisfies Record<string, Choosing>

	return (
		<Section title={m.personal_display_section()}>
			<ListRow
				icon={<Languages />}
				label={m.personal_language()}
				value={<span lang={localeTags[language()]}>{languageName(language())}</span>}
				onPress={() => setChoosing('language')}
			/>
			<ListRow
				icon={<SunMoon />}
				label={m.personal_appearance()}
				value={lookWords[look]()}
				onPress={() => setChoosing('look')}
			/>
			<ListRow
				icon={<ALargeSmall />}
				label={m.personal_text_size()}
				value={sizeWords[size]()}
				onPress={() => setChoosing('size')}
			/>
			<Chooser choosing={choosing && choices[choosing]} onClose={() => setChoosing(undefined)} />
		</Section>
	)
}
