import type { Files } from './toolset';

interface Made {
  name: string;
  /** Lines of the Dockerfile after the first. */
  build?: string[];
  manifest?: object;
}

const runner = `#!/usr/bin/env bash
set -euo pipefail
PAYLOAD=$(echo "$1" | base64 -d)
CITY=$(echo "$PAYLOAD" | jq -r '.params.city // "nowhere"')
jq -n --arg city "$CITY" '{text: "21 degrees in \\($city)", title: "Weather in \\($city)",
  html: "<div style=\\"padding:16px\\"><b>21 °C</b><script>x()</script></div>", budget_remaining: 40}'
`;

/** A container tool that answers with a card, in the shape of the specification's example. */
export function containerTool({ name, build = [], manifest = {} }: Made): Files {
  const described = {
    name,
    description: 'Says how warm it is somewhere.',
    version: '1.0',
    category: 'utility',
    icon: 'fa-star',
    trigger: { type: 'on_demand' },
    parameters: { city: { type: 'string', required: true, description: 'Where' } },
    returns: { text: { type: 'string' }, html: { type: 'string' } },
    output: {
      synthesize: true,
      card: {
        enabled: true,
        title: 'Weather',
        accent_color: '#6c63ff',
        background_color: 'rgba(108, 99, 255, 0.10)',
      },
    },
    constraints: { timeout_seconds: 20, cost_budget: 100 },
    sandbox: { network: 'none', memory: '64m' },
    ...manifest,
  };
  const lines = [
    'FROM alpine:3.19',
    ...build,
    'WORKDIR /tool',
    'COPY runner.sh .',
    'RUN chmod +x runner.sh',
    'ENTRYPOINT ["bash", "runner.sh"]',
  ];
  return {
    'manifest.json': JSON.stringify(described),
    Dockerfile: `${lines.join('\n')}\n`,
    'runner.sh': runner,
  };
}
