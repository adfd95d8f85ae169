import { defaultLocale, type Locale, parseLocale } from '@parley/core'

/** What the person chose here, else what the shell runs in, else the default (OP-128, I18N-02). */
export const resolveLocale = (chosen: string | undefined, shell: string | undefined): Locale =>
	parseLocale(chosen) ?? parseLocale(shell) ?? defaultLocale
