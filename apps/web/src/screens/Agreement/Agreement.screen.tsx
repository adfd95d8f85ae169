import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { getMetaContent } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { useTheme } from '../../features/appearance/index.ts'
import { language, m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { FramedPage } from '../../ui/index.ts'
import { agreementTitle, getAgreementKind, getFrameAddress, isOpenedByPage } from './agreements.ts'

export const title = () => agreementTitle(getAgreementKind(globalThis.location.pathname))

/** /Protocol, /Law and /Privacy: an agreement of the site in a frame, with a back button (ROUTE-25 to ROUTE-29). */
export function Agreement() {
	const kind = getAgreementKind(useRouter().state.location.pathname)
	const { isSelf } = useSearch({ strict: false }) as { isSelf?: string }
	const back = useBackFrom(isOpenedByPage(isSelf))
	const theme = useTheme()
	const address = getFrameAddress(kind, {
		base: getMetaContent('base-url') ?? '',
		thirdParty: getMetaContent('agreement-url'),
		language: language(),
		theme,
	})

	return (
		<FramedPage
			title={agreementTitle(kind)}
			back={{ label: m.common_back(), onBack: back }}
			src={address}
			foreign={new URL(address, window.location.href).origin !== window.location.origin}
			language={language()}
			theme={theme}
			loadingLabel={m.agreement_loading()}
		/>
	)
}

function useBackFrom(openedByPage: boolean): () => void {
	const bridge = useBridge()
	const goBack = useBack('/')
	const navigate = useNavigate()
	return () => {
		if (openedByPage || !bridge.present) return goBack()
		void bridge.call('agreementBack').then(result => {
			if (!result.ok) void navigate({ to: '/' })
		})
	}
}

export { Agreement as Screen }
