import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { getMetaContent } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { useBridge } from '../../bridge/index.ts'
import { useTheme } from '../../features/appearance/index.ts'
import { language, m } from '../../locales/index.ts'
import { FramedPage } from '../../ui/index.ts'
import { agreementTitle, getAgreementKind, getFrameAddress, isOpenedByPage } from './agreements.ts'

/** /Protocol, /Law and /Privacy: a paper of the site in a frame, and the way back (ROUTE-25 to ROUTE-29). */
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

function useBackFrom(isSelf: boolean): () => void {
	const bridge = useBridge()
	const onePage = useBack('/')
	const navigate = useNavigate()
	return () => {
		if (isSelf || !bridge.present) return onePage()
		void bridge.call('agreementBack').then(told => {
			if (!told.ok) void navigate({ to: '/' })
		})
	}
}
