export type Language = 'zh' | 'en'

/** Chinese or English from any spelling of a locale; nothing for other languages (OP-127). */
export function languageOf(locale: string | null | undefined): Language | undefined {
	const [, language] = /^(zh|en)\b/i.exec(locale ?? '') ?? []
	return language?.toLowerCase() as Language | undefined
}

/** What somebody chose here, else what the shell says, else Chinese (OP-128, I18N-02). */
export const languageFrom = (chosen: string | undefined, shell: string | undefined): Language =>
	languageOf(chosen) ?? languageOf(shell) ?? 'zh'
