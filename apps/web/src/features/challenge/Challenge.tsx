import { m } from '../../locales/index.ts'
import { lazyComponent, Spinner } from '../../ui/index.ts'

const load = () => import('./ChallengePanel.tsx')

/** The challenge inside a form. Each mount issues a new one; to get another, change its `key`. */
export const Challenge = lazyComponent(async () => (await load()).ChallengePanel, {
	fallback: () => <Spinner label={m.common_loading()} />,
})

/** The challenge in a dialog, loaded when it is first opened. */
export const ChallengeDialog = lazyComponent(async () => (await load()).ChallengeDialog, { overlay: true })
