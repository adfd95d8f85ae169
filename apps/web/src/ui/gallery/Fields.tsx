import { Bell, CalendarDays, Clock, Lock, Mail, UserRound, Video } from 'lucide-react'
import { useState } from 'react'
import {
	Avatar,
	Card,
	Checkbox,
	CheckRow,
	DigitsField,
	ListRow,
	PasswordField,
	RadioRow,
	SearchField,
	Section,
	Segmented,
	SwitchRow,
	TextField,
} from '../index.ts'
import { Case, Part } from './Case.tsx'

const nothing = () => {}

export function Fields() {
	const [id, setId] = useState('842391')
	const [word, setWord] = useState('周会')
	const [size, setSize] = useState<'all' | 'mine' | 'past'>('all')
	return (
		<Part title="fields">
			<Case title="TextField">
				<TextField label="账号" hint="姓名、手机号或邮箱" clearLabel="清空" />
				<TextField
					label="会议主题"
					defaultValue="产品周会：第四季度路线图"
					counter
					maxCharacters={50}
					clearLabel="清空"
				/>
				<TextField label="邮箱" prefix={<Mail />} placeholder="name@example.com" type="email" />
				<TextField label="账号" defaultValue="han" error="账号应为 4 到 20 个字符" clearLabel="清空" />
				<TextField label="主持人" defaultValue="韩梅梅" disabled />
			</Case>
			<Case title="PasswordField">
				<PasswordField label="密码" showLabel="显示密码" defaultValue="Parley-2026" />
				<PasswordField label="会议密码" showLabel="显示密码" error="密码不正确，请重新输入" prefix={<Lock />} />
			</Case>
			<Case title="DigitsField">
				<DigitsField label="会议号" value={id} onValueChange={setId} clearLabel="清空" placeholder="9 位数字" />
				<DigitsField label="会议号" value="" onValueChange={nothing} placeholder="9 位数字" />
			</Case>
			<Case title="SearchField">
				<SearchField label="搜索主题或会议号" clearLabel="清空" value="" onValueChange={nothing} />
				<SearchField
					label="搜索主题或会议号"
					clearLabel="清空"
					value={word}
					onValueChange={setWord}
					cancel={{ label: '取消', onCancel: nothing }}
				/>
			</Case>
			<Case title="Segmented">
				<Segmented
					label="范围"
					value={size}
					onValueChange={setSize}
					options={[
						{ value: 'all', text: '全部' },
						{ value: 'mine', text: '我主持的' },
						{ value: 'past', text: '已结束' },
					]}
				/>
			</Case>
			<Rows />
		</Part>
	)
}

function Rows() {
	return (
		<>
			<Case title="ListRow, SwitchRow and RadioRow in a Section">
				<Section title="时间" note="时间按您所在的时区显示。">
					<ListRow icon={<CalendarDays />} label="开始" value="11月23日 周一 09:30" onPress={nothing} />
					<ListRow icon={<Clock />} label="时长" value="1 小时 30 分钟" onPress={nothing} />
					<ListRow icon={<UserRound />} label="参会人员" placeholder="未选择" onPress={nothing} />
					<ListRow label="会议类型" note="创建后不能修改" value="即时会议" />
				</Section>
				<Section title="设置">
					<SwitchRow icon={<Video />} label="打开摄像头" defaultChecked />
					<SwitchRow icon={<Bell />} label="会前提醒" note="开始前 10 分钟通知所有人" />
					<SwitchRow label="允许访客" disabled />
					<RadioRow name="gallery-weekday" label="周一" defaultChecked />
					<RadioRow name="gallery-weekday" label="周二" note="每周二 09:30 开始" />
					<ListRow label="删除会议" tone="destructive" onPress={nothing} />
				</Section>
			</Case>
			<Case title="Checkbox">
				<Checkbox defaultChecked>
					我已阅读并同意<a href="#fields">《服务条款》</a>与<a href="#fields">《隐私政策》</a>
				</Checkbox>
				<Checkbox invalid>
					I have read and agree to the <a href="#fields">terms of service</a> and the{' '}
					<a href="#fields">privacy policy</a>
				</Checkbox>
				<Checkbox disabled>不可用</Checkbox>
			</Case>
			<Case title="CheckRow">
				<Card kind="rows">
					<CheckRow label="全选" checked="some" onCheckedChange={nothing} />
					<CheckRow
						icon={<Avatar name="韩梅" size="small" />}
						label="韩梅"
						note="研发部 / 平台组"
						checked
						onCheckedChange={nothing}
					/>
					<CheckRow label="研发部" checked={false} onCheckedChange={nothing} action={<Mail />} />
				</Card>
			</Case>
		</>
	)
}
