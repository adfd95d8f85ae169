import { Lock } from 'lucide-react'
import { Avatar, Badge, Card, DigitsText, SecretText, StatusDot } from '../index.ts'
import { Case, Part } from './Case.tsx'

const names = [
	'韩梅梅',
	'李雷',
	'Ada Lovelace',
	'oa.wang',
	'许静',
	'Grace Hopper',
	'José Ñuñez',
	'Zoë',
	'司马相如',
	'😀',
]

export function Display() {
	return (
		<Part title="display">
			<Case title="StatusDot" row>
				<StatusDot status="waiting">未开始</StatusDot>
				<StatusDot status="running">进行中 · 24 分钟</StatusDot>
				<StatusDot status="over">已结束</StatusDot>
			</Case>
			<Case title="Badge" row>
				<Badge>会议室</Badge>
				<Badge tone="brand">主持人</Badge>
				<Badge tone="live">直播</Badge>
				<Badge tone="ok">已签到</Badge>
				<Badge tone="warn">未认证</Badge>
			</Case>
			<Case title="Avatar" row>
				{names.map(name => (
					<Avatar key={name} name={name} labelled />
				))}
				<Avatar name="韩梅梅" size="small" />
				<Avatar name="韩梅梅" size="large" />
				<Avatar name="Broken" src="/missing.png" />
			</Case>
			<Case title="Card">
				<Card kind="padded">一张卡片，里面没有别的卡片。</Card>
			</Case>
			<Case title="DigitsText" row>
				<DigitsText digits="842391556" />
				<DigitsText digits="842391556" copy={{ label: '复制会议号' }} />
			</Case>
			<Case title="SecretText" row>
				<Lock />
				<SecretText secret="246810" labels={{ hidden: '密码已隐藏', reveal: '显示密码', copy: '复制密码' }} />
			</Case>
		</Part>
	)
}
