import { type Locale, locales, localeTags } from '@parley/core'
import { ALargeSmall, GalleryHorizontal, Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import {
	chooseTextSize,
	chooseTheme,
	getChosenTheme,
	setPageTransitions,
	type TextSize,
	textSizes,
	usePageTransitions,
	useTextSize,
	useTheme,
} from '../../features/appearance/index.ts'
import { chooseLanguage, language, m } from '../../locales/index.ts'
import { ListRow, lazyComponent, Section, SwitchRow } from '../../ui/index.ts'
import type { ChoiceSheetProps } from '../../ui/overlays/ChoiceSheet.tsx'

const ChoiceSheet = lazyComponent(async () => (await import('../../ui/overlays/ChoiceSheet.tsx')).ChoiceSheet, {
	overlay: true,
})

const themeChoices = ['light', 'dark', 'system'] as const
type ThemeChoice = (typeof themeChoices)[number]

const themeLabels = { light: m.personal_light, dark: m.personal_dark, system: m.personal_system }
const textSizeLabels = { '1': m.personal_text_standard, '1.15': m.personal_text_large, '1.3': m.personal_text_largest }
/** In its own language, for a person who cannot read the current one. */
const languageName = (locale: Locale) => m.common_language_name({}, { locale })

/** Language, theme, text size and movement, stored on this device. */
export function Display() {
	const [setting, setSetting] = useState<'language' | 'theme' | 'size'>()
	useTheme()
	const theme = getChosenTheme() ?? 'system'
	const size = useTextSize()
	const transitions = usePageTransitions()

	const choices = {
		language: {
			title: m.personal_language(),
			chosen: language(),
			choices: locales.map(value => ({ value, text: languageName(value), lang: localeTags[value] })),
			onChoose: value => chooseLanguage(value as Locale),
		},
		theme: {
			title: m.personal_appearance(),
			chosen: theme,
			choices: themeChoices.map(value => ({ value, text: themeLabels[value]() })),
			onChoose: value => chooseTheme(value === 'system' ? undefined : (value as Exclude<ThemeChoice, 'system'>)),
		},
		size: {
			title: m.personal_text_size(),
			chosen: size,
			choices: textSizes.map(value => ({ value, text: textSizeLabels[value](), scale: value })),
			onChoose: value => chooseTextSize(value as TextSize),
		},
	} satisfies Record<string, Choices>

	return (
		<Section title={m.personal_display_section()}>
			<ListRow
				icon={<Languages />}
				label={m.personal_language()}
				value={<span lang={localeTags[language()]}>{languageName(language())}</span>}
				onPress={() => setSetting('language')}
			/>
			<ListRow
				icon={<SunMoon />}
				label={m.personal_appearance()}
				value={themeLabels[theme]()}
				onPress={() => setSetting('theme')}
			/>
			<ListRow
				icon={<ALargeSmall />}
				label={m.personal_text_size()}
				value={textSizeLabels[size]()}
				onPress={() => setSetting('size')}
			/>
			<SwitchRow
				icon={<GalleryHorizontal />}
				label={m.personal_page_transitions()}
				checked={transitions}
				onChange={event => setPageTransitions(event.target.checked)}
			/>
			<SettingSheet choices={setting && choices[setting]} onClose={() => setSetting(undefined)} />
		</Section>
	)
}

type Choices = Omit<ChoiceSheetProps<string>, 'open' | 'onOpenChange' | 'closeLabel'>

/** The choices of one setting; they stay while the sheet closes. */
function SettingSheet({ choices, onClose }: { choices: Choices | undefined; onClose(): void }) {
	const [last, setLast] = useState(choices)
	if (choices && choices !== last) setLast(choices)
	const shown = choices ?? last
	if (!shown) return null
	return (
		<ChoiceSheet
			{...shown}
			closeLabel={m.common_close()}
			open={choices !== undefined}
			onOpenChange={open => open || onClose()}
		/>
	)
}
