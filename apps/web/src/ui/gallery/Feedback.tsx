import { delays } from '@parley/core'
import { useState } from 'react'
import { EmptyDayIllustration, NoResultsIllustration, OfflineIllustration } from '../art/illustrations.tsx'
import {
	Banner,
	Button,
	Card,
	EmptyState,
	ErrorPanel,
	ListRow,
	OfflineNotice,
	SkeletonCards,
	Spinner,
	toast,
} from '../index.ts'
import { Case, Part } from './Case.tsx'

const nothing = () => {}

export function Feedback() {
	const [banner, setBanner] = useState<string>()
	const [offline, setOffline] = useState(true)
	return (
		<Part title="feedback">
			<Case title="Toast" row>
				<Button onClick={() => toast.show('会议号已复制', { tone: 'ok' })}>完成</Button>
				<Button onClick={() => toast.show('网络超时，请稍后再试', { tone: 'error', durationMs: 3000 })}>出错</Button>
				<Button onClick={() => toast.show('请先阅读并同意服务条款与隐私政策')}>提示</Button>
			</Case>
			<Case title="Banner">
				<Banner>账号或密码不正确</Banner>
				<Banner tone="warn" action={{ label: '查看', onPress: nothing }}>
					会议将在 5 分钟后结束
				</Banner>
				<Banner tone="info">主持人尚未入会，请稍候</Banner>
				<Banner goneAfterMs={delays.bannerMs} onGone={() => setBanner(undefined)}>
					{banner}
				</Banner>
				<Button onClick={() => setBanner('两秒后消失')}>显示两秒</Button>
			</Case>
			<Case title="OfflineNotice">
				<OfflineNotice offline={offline} text="网络已断开，正在重连" />
				<Button onClick={() => setOffline(!offline)}>切换</Button>
			</Case>
			<Case title="Spinner" row>
				<Spinner label="加载中" />
				<Spinner />
			</Case>
			<Case title="Skeleton">
				<SkeletonCards label="正在加载会议" count={2} />
			</Case>
			<Case title="EmptyState">
				<EmptyState
					picture={<EmptyDayIllustration />}
					title="今天没有会议"
					text="预约一场，或者享受这份安静。"
					action={<Button kind="primary">预约会议</Button>}
				/>
				<EmptyState picture={<NoResultsIllustration />} title="没有找到“路线图”" text="换个主题或会议号试试。" />
			</Case>
			<Case title="ErrorPanel">
				<ErrorPanel
					picture={<OfflineIllustration />}
					title="网络连接失败"
					text="请检查网络后重试。"
					retry={{ label: '重试', onRetry: nothing }}
				/>
				<ErrorPanel
					title="未能更新"
					text="下面是上一次的内容。"
					retry={{ label: '重试', onRetry: nothing, busyLabel: false }}
				>
					<Card kind="rows">
						<ListRow label="产品周会" value="09:30" />
						<ListRow label="客户沟通会" value="14:00" />
					</Card>
				</ErrorPanel>
			</Case>
		</Part>
	)
}
