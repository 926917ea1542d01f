/** Judgements in the format that was asked for. */
import type { Judgement } from '../../domain/judgement.ts';
import type { JudgementFormat } from '../report/render-report.ts';
import type { Layout } from '../grid.ts';

export async function renderJudgements(
  judgements: readonly Judgement[],
  format: JudgementFormat,
  layout: Layout,
): Promise<string> {
  switch (format) {
    case 'json': {
      const { renderJudgementJson } = await import('./json.ts');
      return renderJudgementJson(judgements);
    }
    case 'markdown': {
      const { renderJudgementMarkdown } = await import('./markdown.ts');
      return renderJudgementMarkdown(judgements);
    }
    case 'html': {
      const { renderJudgementHtml } = await import('./html.ts');
      return renderJudgementHtml(judgements);
    }
    case 'table': {
      const { renderJudgementTables } = await import('./table.ts');
      return renderJudgementTables(judgements, layout);
    }
  }
}
